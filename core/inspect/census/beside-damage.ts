/** What is wrong with the files beside a log, found by reading them whole. */
import type { Disk } from '#core/base/disk.ts';
import type { DamageView, StartUpEffect } from '#core/lab-api/opened-views.ts';
import { saidOf } from '#core/lab-api/said.ts';
import { ScanCancelled, type ScanControl } from '../scan/scan-control.ts';
import {
  listed,
  type SideFile,
  sideFileAt,
  sideFileEntries,
  strangeness,
  unreadableSide,
} from '../side/side-file.ts';

const ENTRIES_A_PULSE = 256;

/** What a broker does with a damaged one when it was stopped in order before; otherwise it makes most of them anew. */
const CLEAN_START: { readonly [kind: string]: StartUpEffect } = {
  index: 'unnoticed',
  timeindex: 'unnoticed',
  txnindex: 'aborted-delivered',
  snapshot: 'older-snapshot',
  'partition.metadata': 'does-not-start',
  'leader-epoch-checkpoint': 'does-not-start',
};

/** @throws {ScanCancelled} */
export async function damageBeside(
  disk: Disk,
  directory: string,
  control: ScanControl,
): Promise<readonly DamageView[]> {
  const damages: DamageView[] = [];
  for (const entry of listed(disk, directory)) {
    const { name } = entry;
    const strange = strangeness(disk, directory, entry);
    if (strange !== undefined) {
      damages.push(strangeDamage(name, strange));
      continue;
    }
    const side = entry.isFile ? sideFileAt(`${directory}/${name}`) : undefined;
    const reason = side === undefined ? null : await damageOf(disk, side, control);
    if (side !== undefined && reason !== null) damages.push(sideDamage(side, reason));
  }
  return damages;
}

async function damageOf(disk: Disk, side: SideFile, control: ScanControl): Promise<string | null> {
  try {
    const entries = sideFileEntries(disk, side);
    for (let i = 1; ; i++) {
      const { done, value } = entries.next();
      if (done === true) return value;
      if (i % ENTRIES_A_PULSE === 0) await control.pulse(0);
    }
  } catch (error) {
    if (error instanceof ScanCancelled) throw error;
    return unreadableSide(error);
  }
}

/** Damage of what looks like a file of Kafka's and is none, or has a name that Kafka takes for another. */
export function strangeDamage(name: string, reason: string): DamageView {
  const start: StartUpEffect = reason.includes('NumberFormatException') ? 'does-not-start' : 'passed-over';
  const damage = sideDamage({ name, kind: 'index', baseOffset: 0n }, reason);
  return { ...damage, segment: -1, cleanStart: start, uncleanStart: start };
}

/** Damage of a file beside a log, which is made of entries rather than batches. */
export function sideDamage(
  { name, kind, baseOffset }: Pick<SideFile, 'name' | 'kind' | 'baseOffset'>,
  reason: string,
): DamageView {
  return {
    file: name,
    segment: Number(baseOffset),
    kind: 'side-file',
    position: 0,
    at: 0,
    expected: '',
    found: '',
    reason,
    says: { expected: null, found: saidOf(reason, 'side') },
    nextPosition: null,
    nextOffset: null,
    // An entry that leads past the end makes the log end fall back.
    cleanStart: reason.includes('the log has') ? 'end-falls' : (CLEAN_START[kind] ?? 'unnoticed'),
    uncleanStart: kind === 'partition.metadata' ? 'does-not-start' : 'rebuilt',
  };
}
