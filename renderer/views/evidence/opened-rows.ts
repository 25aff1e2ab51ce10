/** Packs and opened logs as rows of one table. */
import type { PackView } from '#core/lab-api/evidence-views.ts';
import type { DamageView } from '#core/lab-api/opened-views.ts';
import type { CheckOutcome } from '../../drawings/glyphs/glyph-name.ts';
import type { OpenedGroup } from '../../state/opened-logs.svelte.ts';
import { openedNames, packOf } from '../../state/opened-names.ts';
import type { Text } from '../../text/use-text.svelte.ts';

export interface OpenedRow {
  readonly id: string;
  /** Set for a pack; otherwise it is an opened directory or file. */
  readonly pack: string | null;
  readonly name: string;
  readonly kind: string;
  readonly from: string;
  readonly partitions: number;
  readonly sizeBytes: number;
  readonly state: { readonly glyph: CheckOutcome; readonly label: string };
}

function packRow(pack: PackView, name: string, text: Text): OpenedRow {
  const outcomes = pack.checks.map(({ outcome }) => outcome);
  const state = outcomes.includes('bad') ? 'bad' : outcomes.includes('note') ? 'noted' : 'whole';
  const glyph = ({ bad: 'fails', noted: 'depends', whole: 'holds' } as const)[state];
  return {
    id: pack.pack,
    pack: pack.pack,
    name,
    kind: text.t('evidence.kind.pack'),
    from: pack.writtenBy,
    partitions: pack.partitions.length,
    sizeBytes: pack.sizeBytes,
    state: { glyph, label: text.t(`evidence.state.${state}`) },
  };
}

/** Damage that no byte of a log is to blame for. */
const OF_FILES: ReadonlySet<DamageView['kind']> = new Set(['side-file', 'unreadable', 'no-log']);

function groupRow(
  { view, partitions }: OpenedGroup,
  { name, from }: { readonly name: string; readonly from: string },
  text: Text,
): OpenedRow {
  const damage = partitions.flatMap((one) => one.damages).find(({ kind }) => !OF_FILES.has(kind));
  const isFileDamaged =
    view.files.some((file) => file.damage !== null) || partitions.some(({ damages }) => damages.length > 0);
  const state: OpenedRow['state'] = !view.isThere
    ? { glyph: 'notRun', label: text.t('evidence.state.gone') }
    : damage !== undefined
      ? { glyph: 'fails', label: text.t('evidence.state.damaged', { byte: damage.position }) }
      : isFileDamaged
        ? { glyph: 'fails', label: text.t('evidence.state.damagedFile') }
        : { glyph: 'holds', label: text.t('evidence.state.whole') };
  return {
    id: view.id,
    pack: null,
    name,
    kind: text.t(`evidence.kind.${view.kind}`),
    from,
    partitions: view.partitionCount,
    sizeBytes: view.sizeBytes,
    state,
  };
}

export function openedRows(
  { packs, groups }: { readonly packs: readonly PackView[]; readonly groups: readonly OpenedGroup[] },
  text: Text,
): readonly OpenedRow[] {
  const names = openedNames({ packs, groups });
  return [
    ...packs.map((pack) => packRow(pack, names.packs.get(pack.pack) ?? pack.name, text)),
    ...groups.map((group) => {
      const { view } = group;
      const ofPack = packOf(packs, view) !== undefined;
      const from = ofPack ? text.t('evidence.kind.pack') : view.path;
      return groupRow(group, { name: names.groups.get(view.id) ?? view.name, from }, text);
    }),
  ];
}
