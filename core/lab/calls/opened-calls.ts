import { partitionName } from '#core/base/topic-partition.ts';
import { browse } from '#core/inspect/browse/browse-window.ts';
import { batchBytes, fileBytes } from '#core/inspect/browse/byte-views.ts';
import type { ListedPartition } from '#core/inspect/browse/listing.ts';
import { openedFileKind } from '#core/inspect/browse/listing.ts';
import { findTime } from '#core/inspect/browse/locate.ts';
import { findNextBatch } from '#core/inspect/browse/next-batch.ts';
import { recordAtPlace } from '#core/inspect/browse/one-record.ts';
import type { KnownOffsets } from '#core/inspect/census/census.ts';
import { baseName, parentOf } from '#core/inspect/read/partition-files.ts';
import type { InputOf } from '#core/lab-api/contract.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { ByteView } from '#core/lab-api/views.ts';
import type { Lab } from '../lab.ts';
import type { OpenedThing } from '../opened/opened-thing.ts';
import { failingPlainly } from '../opened/opened-things.ts';
import { type CallsOf, snapshot, snapshotOf } from './calls-of.ts';
import { noRecord } from './log-calls.ts';

/** What was opened from elsewhere, read only; and the census, also of the lab's own logs. */
export function openedCalls(lab: Lab): CallsOf<'opened' | 'census'> {
  const { bus, opened } = lab;
  const { disk } = lab.platform;
  /** Reads one partition of something opened. */
  const reading = <T>(
    { id, ...place }: { readonly id: string; readonly topic: string; readonly partition: number },
    read: (thing: OpenedThing, partition: Awaited<ReturnType<OpenedThing['partition']>>) => Promise<T>,
  ): Promise<T> => {
    const thing = opened.get(id);
    return failingPlainly(thing.path, async () => read(thing, await thing.partition(place)));
  };
  return {
    'opened.list': () => snapshot(bus, opened.list()),
    'opened.open': async ({ path }) => (await opened.open(path)).view(),
    'opened.close': ({ id }) => {
      opened.close(id);
      return null;
    },
    'opened.refresh': ({ id }) => opened.refresh(id),
    'opened.partitions': ({ id }) => snapshotOf(bus, () => opened.get(id).partitions()),
    'opened.census': ({ id, ...which }) => snapshotOf(bus, () => opened.census(id, which)),
    'opened.cancel': ({ id }) => {
      opened.get(id).cancelCensus();
      return null;
    },
    'opened.records': (input) =>
      snapshotOf(bus, () =>
        reading(input, async (thing, { listed: { files }, view: { logStartOffset }, surveyed }) => {
          const openTransactions = async () => (await surveyed()).openTransactions;
          const partition = { disk, files, logStartOffset, openTransactions };
          const views = await thing.run((control) => browse(partition, input, control));
          return views.map((view) => ({
            ...view,
            transactionalId: thing.transactionalIdOf(view.producerId),
          }));
        }),
      ),
    'opened.offsetForTime': (input) =>
      reading(input, async (thing, { listed: { files }, view }) => {
        const wanted = { timestamp: input.timestampMs, fromOffset: view.logStartOffset };
        const found = await thing.run((control) => findTime({ disk, files }, wanted, control));
        return { offset: found?.offset ?? null, timestampMs: found?.timestampMs ?? -1 };
      }),
    'opened.fileBytes': (input) => openedFileBytes(lab, input),
    'opened.batchBytes': (input) =>
      reading(input, (thing, { listed }) => {
        const { segment: baseOffset, position, topic } = input;
        const place = { path: logOf(listed, baseOffset), kind: 'log', baseOffset, position, topic } as const;
        return thing.run((control) => batchBytes(disk, place, control));
      }),
    'opened.record': (input) =>
      reading(input, async (thing, { listed }) => {
        const { segment, position, topic, offset, bytesMax } = input;
        logOf(listed, segment);
        const place = { segment, position };
        const asked = { topic, offset, bytesMax };
        const found = await thing.run((control) =>
          recordAtPlace(disk, listed.files, { place, asked, control }),
        );
        if (found === null) throw noRecord(partitionName(listed.files), offset);
        return found;
      }),
    'opened.nextBatch': (input) =>
      reading(input, (thing, { listed }) => {
        const { segment, position } = input;
        logOf(listed, segment);
        return thing.run((control) => findNextBatch(disk, listed.files, { segment, position, control }));
      }),
    'opened.holes': ({ id, ...place }) => snapshot(bus, opened.get(id).knownHoles(place)),
    'census.read': (which) =>
      snapshotOf(bus, () => opened.ownCensus({ path: lab.directory, ...which, known: knownOffsets(lab) })),
    'census.cancel': () => {
      opened.cancelOwnCensus();
      return null;
    },
  };
}

function logOf({ files }: ListedPartition, segment: number): string {
  const found = files.segments.find(({ baseOffset }) => baseOffset === segment);
  if (found === undefined) {
    throw labError(
      'NO_SUCH_SEGMENT',
      `${partitionName(files)} has no segment ${segment}.`,
      'It may have been deleted meanwhile.',
    );
  }
  return found.path;
}

/** A file is found among those that were listed: its name is no path. */
async function openedFileBytes(lab: Lab, input: InputOf<'opened.fileBytes'>): Promise<ByteView> {
  const { id, topic, partition, file, position } = input;
  const { disk } = lab.platform;
  const thing = lab.opened.get(id);
  const kind = openedFileKind(file);
  const folder =
    topic === null ? folderOf(thing) : (await thing.partition({ topic, partition })).listed.files.directory;
  const path = `${folder}/${file}`;
  if (kind === undefined || disk.stat(path)?.isDirectory !== false) {
    throw labError('NO_SUCH_FILE', `There is no file ${file}.`, 'It may have been deleted meanwhile.');
  }
  const baseOffset = Number(/^[0-9]{20}/.exec(baseName(path))?.[0] ?? 0);
  const place = { path, kind, baseOffset, position, topic };
  return failingPlainly(path, () => thing.run((control) => fileBytes(disk, place, control)));
}

function folderOf(thing: OpenedThing): string {
  return thing.view().kind === 'file' ? parentOf(thing.path) : thing.path;
}

/** What the running broker knows of its partitions, and how far their files are whole. */
function knownOffsets(lab: Lab): { readonly [partition: string]: KnownOffsets } {
  const logs = [...lab.broker.topics.all()].flatMap((topic) => lab.logsOf(topic.name));
  return Object.fromEntries(
    logs.map((log) => [
      partitionName(log.topicPartition),
      {
        logStartOffset: log.logStartOffset,
        highWatermark: log.highWatermark,
        sizes: Object.fromEntries(
          log.segments().map(({ baseOffset, sizeBytes }) => [String(baseOffset), sizeBytes]),
        ),
      },
    ]),
  );
}
