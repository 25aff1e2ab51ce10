/** The part of a lane that is seen, and its marks in the order they are painted. */
import type { Mark } from '../marks/mark.ts';
import type { LaneBlock, LaneFlag, LaneScene, MarkGroup } from './lane-scene.ts';

export interface VisiblePart {
  readonly scene: LaneScene;
  readonly rails: readonly MarkGroup[];
  readonly blocks: readonly LaneBlock[];
  readonly rows: readonly MarkGroup[];
  readonly markCount: number;
}

/** Groups that touch the stretch `from`..`to` of the track. */
export function visiblePart(
  scene: LaneScene,
  view: { readonly from: number; readonly to: number },
): VisiblePart {
  const isSeen = (group: MarkGroup) => group.x <= view.to && group.x + group.width >= view.from;
  const rails = scene.rails.filter(isSeen);
  const blocks = scene.blocks.filter(isSeen);
  const rows = scene.rows.filter(isSeen);
  const lists = [...rails, ...blocks, ...rows, ...scene.flags, ...scene.refusals];
  const markCount = lists.reduce(
    (sum, group) => sum + group.marks.length,
    scene.ground.length + scene.barrier.length + scene.incoming.length,
  );
  return { scene, rails, blocks, rows, markCount };
}

/** All marks of the part, flags moved to their poles. */
export function allMarks(part: VisiblePart): Mark[] {
  const { scene } = part;
  return [
    ...scene.ground,
    ...part.rails.flatMap((group) => group.marks),
    ...part.blocks.flatMap((block) => block.marks),
    ...part.rows.flatMap((group) => group.marks),
    ...scene.flags.flatMap(movedFlag),
    ...scene.barrier,
    ...scene.refusals.flatMap((group) => group.marks),
    ...scene.incoming,
  ];
}

/** A flag's marks are poles, cloth and text around x = 0; paths of flags start with `M0`. */
function movedFlag(flag: LaneFlag): Mark[] {
  return flag.marks.map((mark): Mark => {
    if (mark.kind === 'line') return { ...mark, x1: mark.x1 + flag.x, x2: mark.x2 + flag.x };
    if (mark.kind === 'path') return { ...mark, d: mark.d.replace('M0 ', `M${flag.x} `) };
    return { ...mark, x: mark.x + flag.x };
  });
}
