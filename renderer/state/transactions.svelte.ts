/** What the transaction coordinator knows: every transactional id, and the records about the one that is looked at. */
import type { TransactionRecordView, TransactionView } from '#core/lab-api/views.ts';
import type { LabSession } from './lab-session.svelte.ts';
import { LiveView } from './live-view.svelte.ts';

export class Transactions {
  readonly list: LiveView<readonly TransactionView[]>;
  /** Records of `__transaction_state` about `shownId`, oldest first. */
  readonly records: LiveView<readonly TransactionRecordView[]>;
  shownId: string | null = $state(null);

  constructor(session: LabSession) {
    this.list = new LiveView<readonly TransactionView[]>(
      [],
      async () => (await session.call('transactions.list', null)).value,
    );
    this.records = new LiveView<readonly TransactionRecordView[]>([], async () => {
      const transactionalId = this.shownId;
      if (transactionalId === null) return [];
      return (await session.call('transactions.records', { transactionalId })).value;
    });
  }

  find(transactionalId: string): TransactionView | null {
    return this.list.value.find((one) => one.transactionalId === transactionalId) ?? null;
  }

  /** Reads the records of another id. */
  async show(transactionalId: string): Promise<void> {
    if (this.shownId === transactionalId) return;
    this.shownId = transactionalId;
    this.records.value = [];
    await this.records.reload();
  }

  touch(): void {
    this.list.touch();
    if (this.shownId !== null) this.records.touch();
  }
}
