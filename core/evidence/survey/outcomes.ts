/** The transactions of one partition, to be asked what became of a record. A line for each transaction. */
import type { SurveyedTransaction } from './survey-partition.ts';

export class Outcomes {
  /** By producer id, ascending. */
  readonly #byProducer = new Map<number, SurveyedTransaction[]>();

  /** Takes the next transaction of a producer id, in the order of the log. */
  add(transaction: SurveyedTransaction): void {
    const list = this.#byProducer.get(transaction.producerId);
    if (list === undefined) this.#byProducer.set(transaction.producerId, [transaction]);
    else list.push(transaction);
  }

  /** The transaction in which a producer id wrote `offset`; undefined when there is none. */
  of(producerId: number, offset: number): SurveyedTransaction | undefined {
    const list = this.#byProducer.get(producerId) ?? [];
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((list[middle]?.lastOffset ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    const found = list[low];
    return found !== undefined && found.firstOffset <= offset ? found : undefined;
  }

  /** The transaction that the marker at `offset` ended. */
  endedAt(producerId: number, offset: number): SurveyedTransaction | undefined {
    return this.#byProducer.get(producerId)?.find(({ markerOffset }) => markerOffset === offset);
  }
}
