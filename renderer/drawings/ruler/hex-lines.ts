/** The lines of the hex pane: what each of their bytes shows and how it looks, as plain values, so that drawing one costs little. */
import type { ByteField } from '#core/lab-api/views.ts';
import { byteText, hexByte, hexOffset } from './ruler-layout.ts';

export interface HexCell {
  /** Position in the picture; undefined behind its last byte. */
  readonly at: number | undefined;
  readonly hex: string;
  readonly char: string;
  readonly tint: number | undefined;
  /** Names of classes. */
  readonly look: string;
  readonly isLit: boolean;
}

export interface HexLine {
  readonly offset: string;
  readonly cells: readonly HexCell[];
}

/** What the bytes depend on. */
export interface HexPicture {
  readonly data: Uint8Array;
  readonly owners: Int32Array;
  readonly tints: Uint8Array;
  readonly lit: number | null;
  readonly litField: ByteField | undefined;
  readonly cursor: number;
  /** Of the first byte, in the file. */
  readonly position: number;
  readonly stopAt: number | null;
  /** Bytes a line. */
  readonly perLine: number;
}

/** The last byte of the first group of eight. */
const GROUP_END = 7;

/** The line with this number, counted from 0. */
export function hexLine(row: number, picture: HexPicture): HexLine {
  const { position, perLine } = picture;
  const start = row * perLine;
  const cells = Array.from({ length: perLine }, (_, column) => hexCell(start + column, column, picture));
  return { offset: hexOffset(position + start), cells };
}

function hexCell(at: number, column: number, picture: HexPicture): HexCell {
  const { data, owners, tints, lit, litField, cursor, stopAt } = picture;
  const byte = data[at];
  const gap = column === GROUP_END ? 'gap' : '';
  if (byte === undefined)
    return { at: undefined, hex: '', char: '', tint: undefined, look: gap, isLit: false };
  const owner = owners[at] ?? -1;
  const isCovered = litField !== undefined && at >= litField.at && at < litField.at + litField.size;
  const isLit = lit !== null && (owner === lit || isCovered);
  const look = [
    gap,
    isLit ? 'on' : '',
    stopAt !== null && at >= stopAt ? 'broken' : '',
    at === stopAt ? 'first' : '',
    at === cursor ? 'cursor' : '',
  ];
  return {
    at,
    hex: hexByte(byte),
    char: byteText(byte),
    tint: tints[owner] || undefined,
    look: look.filter((name) => name !== '').join(' '),
    isLit,
  };
}
