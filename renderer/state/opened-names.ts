/** What packs and opened logs are called: by names that tell them apart. */
import type { PackView } from '#core/lab-api/evidence-views.ts';
import type { OpenedView } from '#core/lab-api/opened-views.ts';
import { distinctNames } from './distinct-names.ts';

/** What is open; of opened logs only their views are looked at. */
export interface Opened {
  readonly packs: readonly Pick<PackView, 'pack' | 'name' | 'directory'>[];
  readonly groups: readonly { readonly view: Pick<OpenedView, 'id' | 'path' | 'name'> }[];
}

export interface OpenedNames {
  /** By pack. Of several of one name the second is `name (2)`. */
  readonly packs: ReadonlyMap<string, string>;
  /** By id. The logs of a pack have its name; others as much of their path as tells them apart. */
  readonly groups: ReadonlyMap<string, string>;
}

/** The pack whose logs were opened; undefined for other logs. */
export function packOf<P extends Opened['packs'][number]>(
  packs: readonly P[],
  { path }: Pick<OpenedView, 'path'>,
): P | undefined {
  return packs.find(({ directory }) => directory === path);
}

export function openedNames({ packs, groups }: Opened): OpenedNames {
  const names = new Map<string, string>();
  packs.forEach(({ pack, name }, i) => {
    const before = packs.slice(0, i).filter((one) => one.name === name).length;
    names.set(pack, before === 0 ? name : `${name} (${before + 1})`);
  });
  const paths = distinctNames(
    groups.flatMap(({ view }) => (packOf(packs, view) === undefined ? [view.path] : [])),
  );
  return {
    packs: names,
    groups: new Map(
      groups.map(({ view }) => {
        const pack = packOf(packs, view);
        const name = pack === undefined ? paths.get(view.path) : names.get(pack.pack);
        return [view.id, name ?? view.name];
      }),
    ),
  };
}
