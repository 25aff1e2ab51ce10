/** Index of the row a key leads to; undefined when the key does nothing here. `page` is how many rows are seen. */
export function rowForKey(
  key: string,
  place: { readonly current: number; readonly count: number; readonly page: number },
): number | undefined {
  const { current, count, page } = place;
  const to = (index: number) => Math.max(0, Math.min(count - 1, index));
  switch (key) {
    case 'ArrowDown':
      return to(current + 1);
    case 'ArrowUp':
      return to(current - 1);
    case 'PageDown':
      return to(current + page);
    case 'PageUp':
      return to(current - page);
    case 'Home':
      return to(0);
    case 'End':
      return to(count - 1);
    default:
      return undefined;
  }
}
