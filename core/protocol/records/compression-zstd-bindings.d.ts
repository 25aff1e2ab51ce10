/** The native half of the package, which has no types of its own; its JavaScript half drops the level. */
declare module '@mongodb-js/zstd/bindings.js' {
  export function compress(data: Buffer, level?: number): Promise<Buffer>;
  export function decompress(data: Buffer): Promise<Buffer>;
}
