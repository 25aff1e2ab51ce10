/** Snapshots that can be compared, as options of a list. */
import type { PackView, SnapshotRef } from '#core/lab-api/evidence-views.ts';
import type { OpenedGroup } from '../../state/opened-logs.svelte.ts';
import { openedNames, packOf } from '../../state/opened-names.ts';
import type { Text } from '../../text/use-text.svelte.ts';

/** One name for a snapshot; empty for none. */
export function snapshotKey(ref: SnapshotRef | null): string {
  if (ref === null) return '';
  if (ref.kind === 'lab') return 'lab';
  return ref.kind === 'pack' ? `pack ${ref.pack}` : `path ${ref.path}`;
}

export function snapshotOf(key: string): SnapshotRef | null {
  if (key === 'lab') return { kind: 'lab' };
  if (key.startsWith('pack ')) return { kind: 'pack', pack: key.slice(5) };
  return key.startsWith('path ') ? { kind: 'path', path: key.slice(5) } : null;
}

/** The lab, the packs, and the log directories that are open, by names that tell them apart. */
export function snapshotOptions(
  { packs, groups }: { readonly packs: readonly PackView[]; readonly groups: readonly OpenedGroup[] },
  text: Text,
): readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[] {
  const names = openedNames({ packs, groups });
  return [
    { value: '', label: text.t('evidence.choose'), disabled: true },
    { value: 'lab', label: text.t('evidence.lab') },
    ...packs.map(({ pack, name }) => ({ value: `pack ${pack}`, label: names.packs.get(pack) ?? name })),
    ...groups
      .filter(({ view }) => view.kind === 'log-directory' && packOf(packs, view) === undefined)
      .map(({ view }) => ({ value: `path ${view.path}`, label: names.groups.get(view.id) ?? view.name })),
  ];
}
