/** What the inspector says of each step of the story, from what the lab knows at that step. */
import type { LabView, LaneView, ProcessView, StoryView, TransactionView } from '#core/lab-api/views.ts';
import { errorLabel } from '../../drawings/error-name.ts';
import { wholeSeconds } from '../../drawings/units.ts';
import type { MessageParams, Text } from '../../text/use-text.svelte.ts';
import type { KeyValueRow } from '../../ui/key-value-row.ts';
import { storyParams } from '../theatre/story-text.ts';

export interface StoryScene {
  readonly lab: LabView;
  readonly view: StoryView;
  readonly lanes: readonly LaneView[];
  readonly processes: readonly ProcessView[];
  readonly transaction: TransactionView | null;
  readonly nowMs: number;
  readonly text: Text;
}

type Row = Omit<KeyValueRow, 'key'>;

const mono = (label: string, value: string | null): Row => ({ label, value, isMono: true });
const plain = (label: string, value: string | null): Row => ({ label, value });

function markersOf({ lanes }: StoryScene): string {
  const markers = lanes.map((lane) => {
    const last = lane.batches.findLast((batch) => batch.marker !== null);
    return last === undefined ? '' : `${lane.topic}-${lane.partition} @${last.baseOffset}`;
  });
  return markers.filter((marker) => marker !== '').join(', ');
}

function beforeStart({ lab, view, lanes, text }: StoryScene): readonly Row[] {
  return [
    plain(text.t('inspector.broker'), lab.bootstrap),
    plain(text.t('inspector.files'), text.t('inspector.filesWhat', { directory: lab.dataDirectory })),
    plain(
      text.t('inspector.topic'),
      text.t('inspector.topicWhat', { topic: view.topic, partitions: lanes.length }),
    ),
    plain(text.t('inspector.network'), text.t('inspector.networkWhat')),
  ];
}

function afterWriting({ view, lanes, transaction, text }: StoryScene): readonly Row[] {
  const [lane] = lanes;
  return [
    mono('transactional.id', view.transactionalId),
    mono(
      text.t('inspector.coordinator'),
      transaction && text.t('inspector.stateTail', { partition: transaction.coordinatorPartition }),
    ),
    mono('LSO', lane ? String(lane.lastStableOffset) : null),
    mono('HW, LEO', lane ? String(lane.logEndOffset) : null),
    plain(
      text.t('inspector.timeout'),
      transaction && text.t('inspector.timeoutWhat', { seconds: wholeSeconds(transaction.timeoutMs) }),
    ),
  ];
}

function afterFreezing({ view, lanes, processes, transaction, nowMs, text }: StoryScene): readonly Row[] {
  const [lane] = lanes;
  const frozen = processes.find((one) => one.id === view.processA);
  const leftMs = transaction === null ? 0 : transaction.timeoutMs - (nowMs - transaction.startedAtMs);
  return [
    mono(
      text.t('inspector.signal'),
      frozen?.freezesBy === 'pipe' ? text.t('inspector.noSignal') : `SIGSTOP → ${frozen?.osPid ?? '–'}`,
    ),
    plain(text.t('inspector.connection'), text.t('inspector.connectionUp')),
    mono(
      'LSO',
      lane && transaction
        ? text.t('inspector.pinned', { offset: lane.lastStableOffset, pid: transaction.producerId })
        : null,
    ),
    plain(
      text.t('inspector.wouldEnd'),
      leftMs > 0
        ? text.t('inspector.wouldEndWhat', { seconds: wholeSeconds(leftMs) })
        : text.t('inspector.wouldEndSoon'),
    ),
  ];
}

function afterTwin(scene: StoryScene): readonly Row[] {
  const { view, lanes, text } = scene;
  const params = storyParams(view);
  return [
    plain('InitProducerId', text.t('inspector.initAnswer', { code: 51, epoch: params['twinEpoch'] ?? '–' })),
    mono(text.t('inspector.markers'), markersOf(scene)),
    mono('.txnindex', text.t('inspector.txnIndexEntry', abortedOf(scene))),
    mono('LSO', lanes[0] ? `${params['lso'] ?? '–'} → ${lanes[0].lastStableOffset}` : null),
  ];
}

/** The entry that the abort left in the first partition's `.txnindex`. */
function abortedOf({ view, lanes, transaction }: StoryScene): MessageParams {
  const { facts } = view;
  return {
    pid: transaction?.producerId ?? '–',
    first: facts['openFirst'] ?? '–',
    last: facts['abortOffset'] ?? '–',
    lso: facts['lsoAfterAbort'] ?? lanes[0]?.lastStableOffset ?? '–',
  };
}

function afterCommit(scene: StoryScene): readonly Row[] {
  const { view, text } = scene;
  const params = storyParams(view);
  const from = params['twinEpoch'] ?? '–';
  const to = params['finalEpoch'] ?? '–';
  return [
    mono('EndTxn', view.transactionVersion === 2 ? 'v5, commit' : 'v4, commit'),
    mono(text.t('inspector.markers'), markersOf(scene)),
    mono(
      text.t('inspector.epoch'),
      from === to ? text.t('inspector.epochSame', { epoch: to }) : `${from} → ${to}`,
    ),
    plain(text.t('inspector.aKnows'), text.t('inspector.aKnowsWhat')),
  ];
}

function afterThaw({ view, processes, transaction, text }: StoryScene): readonly Row[] {
  const thawed = processes.find((one) => one.id === view.processA);
  const believes = thawed?.believes ?? null;
  const pidEpoch = (pid: number, epoch: number) => text.t('inspector.pidEpoch', { pid, epoch });
  return [
    mono(
      text.t('inspector.signal'),
      thawed?.freezesBy === 'pipe' ? text.t('inspector.noSignal') : `SIGCONT → ${thawed?.osPid ?? '–'}`,
    ),
    mono(text.t('inspector.aHolds'), believes && pidEpoch(believes.producerId, believes.epoch)),
    mono(
      text.t('inspector.brokerHolds'),
      transaction && pidEpoch(transaction.producerId, transaction.producerEpoch),
    ),
  ];
}

function afterRefusal({ view, lanes, text }: StoryScene): readonly Row[] {
  const params = storyParams(view);
  return [
    mono('Produce', errorLabel(Number(params['produceCode']))),
    mono('EndTxn', errorLabel(Number(params['endTxnCode']))),
    mono(text.t('inspector.epoch'), `${params['openEpoch'] ?? '–'} < ${params['finalEpoch'] ?? '–'}`),
    mono('LEO', lanes[0] ? String(lanes[0].logEndOffset) : null),
  ];
}

const ROWS: readonly ((scene: StoryScene) => readonly Row[])[] = [
  beforeStart,
  afterWriting,
  afterFreezing,
  afterTwin,
  afterCommit,
  afterThaw,
  afterRefusal,
];

/** The facts of a step, in the order in which they are read. */
export function storyRows(scene: StoryScene, step: number): readonly KeyValueRow[] {
  const rows = ROWS[Math.min(step, ROWS.length - 1)]?.(scene) ?? [];
  return rows.map((row) => ({ ...row, key: row.label }));
}
