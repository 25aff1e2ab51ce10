/** `1 event`, `2 events`: a number with its noun. */
export function counted(count: number | string | undefined, one: string, many = `${one}s`): string {
  return `${count} ${Number(count) === 1 ? one : many}`;
}
