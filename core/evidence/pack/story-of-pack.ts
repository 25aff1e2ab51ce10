/** The events and frames of an extracted pack, held against what the pack says of them. */
import type { Disk } from '#core/base/disk.ts';
import { countPackets } from '../capture/count-packets.ts';
import { PackRefused } from '../pack-refused.ts';
import { readPrefix } from '../source/log-snapshot.ts';
import type { Work } from '../work.ts';
import { PACK_FILES, type PackFacts } from './pack-facts.ts';

const NEWLINE = 0x0a;

/**
 * Counts the events and the packets below `folder`, to which the pack was extracted. Rejects with PackRefused where there are not as
 * many as `facts` says, WorkCancelled, or the platform's error.
 */
export async function refuseOtherStory(
  disk: Disk,
  folder: string,
  { facts, work }: { readonly facts: PackFacts; readonly work: Work },
): Promise<void> {
  const events = await countIn(disk, `${folder}/${PACK_FILES.timeline}`, (path) =>
    countLines(disk, path, work),
  );
  if (events !== facts.timeline.events) {
    throw new PackRefused(
      `${PACK_FILES.facts} says that there are ${facts.timeline.events} events, ${PACK_FILES.timeline} has ${events}`,
    );
  }
  const packets = await countIn(disk, `${folder}/${PACK_FILES.frames}`, (path) =>
    countPackets(disk, path, work.breathe),
  );
  if (packets !== facts.frames.packets) {
    throw new PackRefused(
      `${PACK_FILES.facts} says that there are ${facts.frames.packets} packets, ${PACK_FILES.frames} has ${packets}`,
    );
  }
}

/** What is not in a pack holds nothing. */
async function countIn(disk: Disk, path: string, count: (path: string) => Promise<number>): Promise<number> {
  return disk.exists(path) ? count(path) : 0;
}

async function countLines(disk: Disk, path: string, work: Work): Promise<number> {
  let lines = 0;
  for (const piece of readPrefix(disk, path, disk.stat(path)?.size ?? 0)) {
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) lines++;
    const pause = work.breathe();
    if (pause !== undefined) await pause;
  }
  return lines;
}
