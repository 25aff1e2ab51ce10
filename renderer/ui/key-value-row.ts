/** One line of a key-value list. */
export interface KeyValueRow {
  readonly key: string;
  readonly label: string;
  /** Null: not known; then `reason` says why. */
  readonly value: string | null;
  readonly reason?: string | undefined;
  readonly isMono?: boolean;
  readonly isCopied?: boolean;
  /** Makes the value a link to the thing it names. */
  readonly onOpen?: (() => void) | undefined;
}
