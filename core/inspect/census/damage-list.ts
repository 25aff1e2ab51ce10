import type { DamageView } from '#core/lab-api/opened-views.ts';

const KEPT_MAX = 1000;

/** The damaged places of a partition, few enough to show. */
export class DamageList {
  readonly #kept: DamageView[] = [];
  leftOut = 0;

  get kept(): readonly DamageView[] {
    return this.#kept;
  }

  /**
   * All of them, for a log whose segments a start after a crash checks from this base offset on: those before it takes as they are,
   * whatever was before. (source: LogLoader.recoverLog)
   */
  recoveredFrom(checked: number): readonly DamageView[] {
    return this.#kept.map((damage) =>
      damage.segment < 0 || damage.segment >= checked
        ? damage
        : { ...damage, uncleanStart: damage.cleanStart },
    );
  }

  add(damage: DamageView): void {
    if (this.#kept.length < KEPT_MAX) this.#kept.push(damage);
    else this.leftOut++;
  }

  /** Of a file beside the log: what is wrong with it by itself says more than what is missed in it. */
  addBeside(damage: DamageView): void {
    const at = this.#kept.findIndex(({ file }) => file === damage.file);
    if (at >= 0) this.#kept[at] = damage;
    else this.add(damage);
  }

  /** The newest one, now that it is known where reading goes on. */
  complete(damage: DamageView): void {
    if (this.leftOut === 0) this.#kept[this.#kept.length - 1] = damage;
  }
}
