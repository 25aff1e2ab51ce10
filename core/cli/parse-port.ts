/** A port number from text, 0 to 65535; NaN when it is none. */
export function parsePort(text: string): number {
  const port = Number(text);
  return /^[0-9]{1,5}$/.test(text) && port <= 65_535 ? port : Number.NaN;
}
