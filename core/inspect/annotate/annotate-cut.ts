/** Rulers of what the file ends within: fields that are there, the one that is cut, and those that are missing. */
import type { ByteStop } from '#core/lab-api/byte-views.ts';
import { saidOf } from '#core/lab-api/said.ts';
import type { ByteField } from '#core/lab-api/views.ts';
import type { Annotated } from './ruler.ts';

/** What a field of a record stands in front of. */
const NEXT: { readonly [leaf: string]: string } = {
  length: 'attributes',
  attributes: 'timestampDelta',
  timestampDelta: 'offsetDelta',
  offsetDelta: 'keyLength',
  keyLength: 'key',
  key: 'valueLength',
  valueLength: 'value',
  value: 'headerCount',
};

/** A header of `size` bytes of which `bytes` are all there is. `whole` annotates a whole one. */
export function annotateCutHeader(
  bytes: Buffer,
  size: number,
  whole: (padded: Buffer) => readonly ByteField[],
): Annotated {
  const padded = Buffer.alloc(size);
  bytes.copy(padded);
  const fields = whole(padded);
  const there = bytes.length;
  const cut = fields.find((field) => field.at < there && field.at + field.size > there);
  const missing = fields.filter(({ at }) => at >= there).map(({ name }) => name);
  const found = foundText(there, cut, missing);
  return {
    fields: [
      ...fields.filter((field) => field.at + field.size <= there),
      ...(cut === undefined ? [] : [cutField(cut, bytes.subarray(cut.at))]),
    ],
    stop: stopExpecting(cut?.at ?? there, `a batch header of ${size} bytes`, found),
  };
}

function foundText(there: number, cut: ByteField | undefined, missing: readonly string[]): string {
  const rest = missing.length === 0 ? '' : `; without ${missing.join(', ')}`;
  if (cut === undefined) return `${there} bytes${rest}`;
  return `${there} bytes: ${cut.name} has ${there - cut.at} of ${cut.size} bytes${rest}`;
}

/** Reading stopped at `at`; both texts stand among the sentences about damage. */
export function stopExpecting(at: number, expected: string, found: string): ByteStop {
  return {
    at,
    reason: `expected ${expected}, found ${found}`,
    expected: saidOf(expected, 'damage'),
    found: saidOf(found, 'damage'),
  };
}

function cutField({ at, size, depth, name, type }: ByteField, there: Buffer): ByteField {
  const say = { key: 'bytes.batch.cutField', params: { there: there.length, size, name } } as const;
  return {
    at,
    size: there.length,
    depth,
    name,
    type,
    value: there.toString('hex', 0, 16),
    isDeciding: false,
    say,
  };
}

/** Adds the beginning of the field that the end of `bytes` cuts, if reading stopped within one. */
export function withCutField(bytes: Buffer, { fields, stop }: Annotated): Annotated {
  const last = fields.at(-1);
  const at = last === undefined ? 0 : last.at + last.size;
  if (stop === null || last === undefined || at >= bytes.length) return { fields, stop };
  const there = bytes.subarray(at);
  const name = nextName(last.name);
  const say = { key: 'bytes.batch.cutRest', params: { there: there.length, name } } as const;
  const value = there.toString('hex', 0, 16);
  const { depth } = last;
  const cut: ByteField = {
    at,
    size: there.length,
    depth,
    name,
    type: 'bytes',
    value,
    isDeciding: false,
    say,
  };
  return { fields: [...fields, cut], stop: { ...stop, at } };
}

function nextName(name: string): string {
  if (name === 'recordCount') return 'records[0].length';
  const dot = name.lastIndexOf('.') + 1;
  return `${name.slice(0, dot)}${NEXT[name.slice(dot)] ?? 'rest'}`;
}
