/** The offsets of a batch as machine text: `5`, or `5..6`. */
export function offsetRange(batch: { readonly baseOffset: number; readonly lastOffset: number }): string {
  const { baseOffset, lastOffset } = batch;
  return lastOffset > baseOffset ? `${baseOffset}..${lastOffset}` : String(baseOffset);
}
