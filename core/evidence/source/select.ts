/** From what a person chose to the partitions, events and frames that go in. */
import type { EvidenceCheck, EvidencePackPart, EvidenceSelection } from '#core/lab-api/evidence-views.ts';
import { isInternalTopic, type SelectPartition } from './log-snapshot.ts';

export interface Selected {
  /** With the topics that the transactional ids wrote to. */
  readonly selection: EvidenceSelection;
  readonly selects: SelectPartition;
  readonly checks: readonly EvidenceCheck[];
}

export interface KnownTopics {
  readonly topics: ReadonlySet<string>;
  /** Topics of a transactional id's transactions; undefined when nothing is known of it. */
  readonly topicsOf: (transactionalId: string) => Promise<ReadonlySet<string> | undefined>;
}

/** True when this part of a pack is written. */
export function hasPart({ parts }: Pick<EvidenceSelection, 'parts'>, part: EvidencePackPart): boolean {
  return parts?.includes(part) ?? true;
}

/** Nothing chosen is everything. The coordinators' topics always come along. */
export async function resolveSelection(selection: EvidenceSelection, known: KnownTopics): Promise<Selected> {
  const checks: EvidenceCheck[] = [];
  const topics = new Set<string>();
  for (const topic of selection.topics) {
    if (known.topics.has(topic)) topics.add(topic);
    else checks.push({ check: 'unknownTopic', outcome: 'bad', params: { topic } });
  }
  for (const transactionalId of selection.transactionalIds) {
    const found = await known.topicsOf(transactionalId);
    if (found === undefined) {
      checks.push({ check: 'unknownTransactionalId', outcome: 'bad', params: { transactionalId } });
    }
    for (const topic of found ?? []) topics.add(topic);
  }
  const isEverything = selection.topics.length + selection.transactionalIds.length === 0;
  return {
    selection: { ...selection, topics: [...topics].sort() },
    selects: ({ topic }) => isEverything || topics.has(topic) || isInternalTopic(topic),
    checks,
  };
}
