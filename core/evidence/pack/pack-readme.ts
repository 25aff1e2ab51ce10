/** `README.md` of a pack: how to read it without Fencepost. In English: it travels to people whose language nobody knows. */

import { counted } from '#core/base/counted.ts';
import { printable } from '#core/base/printable.ts';
import { hasPart } from '../source/select.ts';
import { damageText } from '../survey/damage-checks.ts';
import type { PackFacts } from './pack-facts.ts';

const POINTS: { readonly [point in PackFacts['point']]: string } = {
  turn: 'The logs are those of a running broker at one point: in a single step it wrote down where every log ended, and everything below those offsets is here, nothing above. Producers may have gone on writing.',
  closed: 'The logs are those of a directory that had been closed in order. Every file is as it was found.',
  crashed:
    'The logs are those of a directory that had not been closed in order. Each log goes up to its last sound batch; `.kafka_cleanshutdown`, indexes and recovery points are left out on purpose, so that a broker which starts here runs its recovery and rebuilds them.',
};

const DECIDED_ROWS_MAX = 100;

/** The text. `createdAt` is ISO 8601; `hasStory` is false where only logs are known, so that there is neither timeline nor capture. */
export function packReadme(
  facts: PackFacts,
  { createdAt, hasStory }: { readonly createdAt: string; readonly hasStory: boolean },
): string {
  const { frames, partitions, timeline, scenario, selection } = facts;
  const hasLogs = hasPart(selection, 'logs');
  const [hasTimeline, hasFrames] = (['timeline', 'frames'] as const).map(
    (part) => hasStory && hasPart(selection, part),
  );
  const [first] = partitions.filter(({ isInternal }) => !isInternal);
  const example = first === undefined ? 'TOPIC-0' : `${first.topic}-${first.partition}`;
  return `# Evidence pack

Written by ${facts.writtenBy} at ${createdAt}. Cluster \`${facts.clusterId}\`.

${POINTS[facts.point]}

| topic | partition | log start | last stable | high watermark | log end |
|---|---|---|---|---|---|
${partitions.map((one) => `| ${one.topic} | ${one.partition} | ${one.logStartOffset} | ${one.lastStableOffset} | ${one.highWatermark} | ${one.logEndOffset} |`).join('\n')}

${notHere(facts)}| file | what it is |
|---|---|
${hasLogs ? `| \`logs/\` | a log directory in Apache Kafka's layout |\n` : ''}${hasTimeline ? `| \`timeline.ndjson\` | ${counted(timeline.events, 'event')} of the lab, one JSON object a line |\n` : ''}${hasFrames ? `| \`frames.pcap\` | ${counted(frames.count, 'request')} with ${frames.count === 1 ? 'its response' : 'their responses'}, as a packet capture |\n` : ''}${scenario === null ? '' : `| \`scenario.json\`, \`verdicts.ndjson\` | the scenario \`${scenario}\` and what came of it |\n`}| \`pack.json\` | the facts above, for programs |
| \`SHA256SUMS\` | checksums of everything else: \`sha256sum -c SHA256SUMS\` |

The whole is an ordinary ZIP file; \`unzip\` opens it.

${damageOf(facts.checks)}${decidedOf(facts.decided)}${hasLogs ? withKafka(example) : ''}${hasFrames ? withWireshark(frames.brokerPort) : ''}## With Fencepost

\`\`\`
fencepost open FILE.fence
${hasLogs ? 'fencepost inspect logs\nfencepost broker --data COPY-OF-logs\n' : ''}\`\`\`
`;
}

/** What is damaged in the logs, and what comes of it. */
function damageOf(checks: PackFacts['checks']): string {
  const lines = checks.flatMap(({ check, params }) => {
    if (check === 'damageNotListed')
      return [`- ${cell(String(params['partition']))}: ${params['count']} more\n`];
    return check === 'damage' ? [`- ${cell(damageText(params))}\n`] : [];
  });
  if (lines.length === 0) return '';
  return `## Damage

These files are as they were found. A broker that starts on \`logs/\` as they are believes that it was stopped in order, where
\`.kafka_cleanshutdown\` is there; without that file it recovers as after a crash.

${lines.join('')}
`;
}

/** What a broker will do about transactions between decision and markers. */
function decidedOf(decided: PackFacts['decided']): string {
  if (decided.length === 0) return '';
  const rows = decided
    .slice(0, DECIDED_ROWS_MAX)
    .map(
      ({ transactionalId, producerId, epoch, outcome, partitions }) =>
        `| ${cell(transactionalId)} | ${producerId} | ${epoch} | ${outcome} | ${partitions.join(', ') || 'none'} |`,
    );
  const more = decided.length - rows.length;
  return `## Decided, not yet completed

At the point of this pack ${decided.length} ${decided.length === 1 ? 'transaction was' : 'transactions were'} decided (\`PrepareCommit\` or \`PrepareAbort\` in \`__transaction_state\`) while not every
marker was written. Here such records still count as open. A broker that starts on \`logs/\` completes these transactions as soon as it
has loaded \`__transaction_state\`: it writes the markers, so log files grow, and read_committed consumers then receive the records of
the committed ones and skip those of the aborted ones. (An Apache Kafka that loads them before it knows who leads their partitions takes
those for deleted, and completes the transaction without its markers: then the records stay open. Its log says "likely deleted already";
start it on a fresh copy again.)

| transactional id | producer id | epoch | outcome | partitions without a marker |
|---|---|---|---|---|
${rows.join('\n')}
${more > 0 ? `\n… and ${more} more: see \`decided\` in \`pack.json\`.\n` : ''}
`;
}

/** A text of people as a cell of a table. */
function cell(text: string): string {
  return printable(text).replaceAll(/[\\|`<>*_[\]]/g, '\\$&');
}

/** What was found in the directory and stayed out of the pack. */
function notHere({ checks }: PackFacts): string {
  const lines = checks
    .filter(({ check }) => check === 'leftOut')
    .map(({ params }) => `- ${cell(String(params['file']))}: ${cell(String(params['reason']))}\n`);
  return lines.length === 0 ? '' : `Not in this pack:\n\n${lines.join('')}\n`;
}

function withKafka(example: string): string {
  return `## With Apache Kafka's tools

\`\`\`
kafka-dump-log.sh --deep-iteration --print-data-log --files "$(ls logs/${example}/*.log | paste -sd, -)"
kafka-dump-log.sh --transaction-log-decoder --files "$(ls logs/__transaction_state-N/*.log | paste -sd, -)"
kafka-dump-log.sh --offsets-decoder --files "$(ls logs/__consumer_offsets-N/*.log | paste -sd, -)"
\`\`\`

Only partitions of the two internal topics that hold something are here.

## With a real broker

KRaft keeps the list of topics in the cluster metadata, which is not part of a log directory. Work on a copy of \`logs/\`:

1. \`kafka-storage.sh format\` it with the \`cluster.id\` and \`node.id\` of \`meta.properties\`.
2. Give the metadata the topics, with the ids in each \`partition.metadata\`. Without that, Kafka renames the folders to \`…-stray\`.
3. Start the broker with \`log.retention.ms=-1\`, or it deletes what is older than seven days.

An open transaction is aborted by the broker when its timeout has passed. Groups whose members do not come back lose them.

`;
}

function withWireshark(brokerPort: number): string {
  return `## With Wireshark

\`\`\`
tshark -r frames.pcap -d tcp.port==${brokerPort},kafka
\`\`\`

The packets around the frames are made: the lab keeps what was said, not how TCP carried it. A line of \`timeline.ndjson\` whose type
is \`frame.exchanged\` names its packets, API key and correlation id. Frames of other topics than the chosen ones can be among them
when one request spoke of several.

`;
}
