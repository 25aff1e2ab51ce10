/** What a producer of an older release does otherwise than today's. (source: KafkaProducer of the releases named) */
import type { ReleaseNumber } from '../client-release.ts';

/** Who chooses the partition of a record without a key when no `partitioner.class` is given. */
export type DefaultPartitioning =
  /** To 2.3: the next partition for each record. */
  | 'each record'
  /** 2.4 to 3.2: one partition until a batch is closed (KIP-480). */
  | 'sticky'
  /** Since 3.3: one partition for about batch.size bytes, chosen by load (KIP-794). */
  | 'built-in';

export interface ProducerRules {
  readonly release: ReleaseNumber;
  readonly defaultPartitioning: DefaultPartitioning;
  /** 2.4 to 3.9: a record that needs a new batch is partitioned twice, with `onNewBatch` between. */
  readonly announcesNewBatches: boolean;
  /** To 3.2: send() asks whether there is a transaction before it appends. Since then a refused record stays in its batch. */
  readonly checksTransactionFirst: boolean;
  /** Since 4.0 the client speaks the transaction protocol of KIP-890 where the cluster does. */
  readonly speaksTransactionV2: boolean;
}

/** The rules of a release. */
export function producerRules(release: ReleaseNumber): ProducerRules {
  return {
    release,
    defaultPartitioning: release <= 203 ? 'each record' : release <= 302 ? 'sticky' : 'built-in',
    announcesNewBatches: release >= 204 && release < 400,
    checksTransactionFirst: release <= 302,
    speaksTransactionV2: release >= 400,
  };
}
