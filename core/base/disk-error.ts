/**
 * True for an error of the operating system: ENOSPC, EIO, EACCES and the like. Node's own errors, which are mistakes of ours, have
 * codes that begin with ERR_.
 */
export function isDiskError(error: unknown): error is Error & { readonly code: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^E[A-Z0-9]+$/.test(error.code)
  );
}
