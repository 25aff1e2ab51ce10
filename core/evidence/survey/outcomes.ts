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
    const found = this.#first(producerId, (one) => one.lastOffset >= offset);
    return found !== undefined && found.firstOffset <= offset ? found : undefined;
  }

  /** The transaction that the marker at `offset` ended. */
  endedAt(producerId: number, offset: number): SurveyedTransaction | undefined {
    const found = this.#first(producerId, (one) => (one.markerOffset ?? Infinity) >= offset);
    return found?.markerOffset === offset ? found : undefined;
  }

  /** The first of a producer id from which on `isBehind` holds. */
  #first(
    producerId: number,
    isBehind: (transaction: SurveyedTransaction) => boolean,
  ): SurveyedTransaction | undefined {
    const list = this.#byProducer.get(producerId) ?? [];
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const one = list[middle];
      if (one !== undefined && isBehind(one)) high = middle;
      else low = middle + 1;
    }
    return list[low];
  }
}
