import { DecodeError } from '../reader.ts';

/** Why compressed bytes were refused. */
export type CompressionFault =
  /** They are not what their codec says they are. */
  | 'corrupt'
  /** Decompressed they would be larger than the caller allows. */
  | 'too-large'
  /** The codec's number is not one of Kafka's. */
  | 'unknown-codec';

/**
 * Compressed bytes that cannot be decompressed. A kind of DecodeError, told apart because a broker answers it differently: Kafka
 * reports UNKNOWN_SERVER_ERROR here and INVALID_RECORD for malformed records.
 */
export class CompressionError extends DecodeError {
  override readonly name: string = 'CompressionError';
  readonly fault: CompressionFault;

  constructor(fault: CompressionFault, message: string, at = 0) {
    super(message, at);
    this.fault = fault;
  }
}

/** The error for output above the limit; `codec` is the codec's name, `maxSize` in bytes. */
export function tooLarge(codec: string, maxSize: number): CompressionError {
  return new CompressionError('too-large', `${codec}: more than ${maxSize} bytes when decompressed`);
}

/** The error for bytes that a codec's library refused, for the reason it gave. */
export function corrupt(codec: string, cause: unknown): CompressionError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const error = new CompressionError('corrupt', `${codec}: ${reason}`);
  error.cause = cause;
  return error;
}
