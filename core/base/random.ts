/** Where chance comes from, so that a run can be repeated from a seed. */
export interface Random {
  /** A whole number from 0 to `bound` − 1. `bound` is 1 to 2^31. */
  nextInt(bound: number): number;
  /** A fraction in [0, 1). */
  nextFloat(): number;
  /** `size` random bytes. */
  nextBytes(size: number): Buffer;
}
