import { DecodeError } from '#core/protocol/reader.ts';
import { CompressionError } from '#core/protocol/records/compression-error.ts';

/** A batch that is not taken into memory: it may be whole. */
export class NotUnfolded extends DecodeError {
  override readonly name: string = 'NotUnfolded';
  /** `size` in bytes. */
  constructor(size: number) {
    super(`a batch of ${size} bytes is not unfolded`, 0);
  }
}

/** Whether records were refused for the memory they would take, and not for what they are. */
export function isTooLarge(error: DecodeError): boolean {
  return error instanceof NotUnfolded || (error instanceof CompressionError && error.fault === 'too-large');
}
