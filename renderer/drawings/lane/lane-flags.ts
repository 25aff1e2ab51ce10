/** The three offsets of a partition as flags. LSO is a swallow-tailed pennant on a solid pole and the only coloured one. */
import type { Mark } from '../marks/mark.ts';
import { textWidth } from '../marks/text-width.ts';
import type { LaneFlag, LaneFrame } from './lane-scene.ts';

const STYLE = { size: 10.5, weight: 600 } as const;
const HEIGHT = 15;

interface FlagPlan {
  readonly key: string;
  readonly text: string;
  readonly offset: number;
  readonly isPennant: boolean;
}

/** Equal offsets share one flag: `LSO = HW = LEO 11`. */
function plans(frame: LaneFrame): FlagPlan[] {
  const { lastStableOffset: lso, highWatermark: hw, logEndOffset: leo } = frame.lane;
  const ends: FlagPlan[] =
    hw === leo
      ? [{ key: 'leo', text: `HW = LEO ${leo}`, offset: leo, isPennant: false }]
      : [
          { key: 'hw', text: `HW ${hw}`, offset: hw, isPennant: false },
          { key: 'leo', text: `LEO ${leo}`, offset: leo, isPennant: false },
        ];
  if (lso === leo && hw === leo) {
    return [{ key: 'leo', text: `LSO = HW = LEO ${leo}`, offset: leo, isPennant: false }];
  }
  return [{ key: 'lso', text: `LSO ${lso}`, offset: lso, isPennant: true }, ...ends];
}

export function laneFlags(frame: LaneFrame, bottom: number): LaneFlag[] {
  if (frame.columns.columns.length === 0 && frame.lane.logEndOffset === 0) return [];
  const placed = plans(frame).map((plan) => ({
    plan,
    x: frame.columns.xOf(plan.offset) - (plan.isPennant ? 3 : 1),
    w: textWidth(plan.text, STYLE) + 12,
  }));
  return placed.map(({ plan, x, w }, index) => {
    const next = placed[index + 1];
    const room = (next ? next.x : frame.trackWidth) - x;
    const fliesLeft = w > room && x - w >= 0;
    return { key: plan.key, x, marks: flagMarks(plan, { w, fliesLeft, y: frame.geometry.flagY, bottom }) };
  });
}

function flagMarks(
  plan: FlagPlan,
  place: { readonly w: number; readonly fliesLeft: boolean; readonly y: number; readonly bottom: number },
): Mark[] {
  const { w, y, bottom, fliesLeft } = place;
  const toward = fliesLeft ? -1 : 1;
  const pole: Mark = {
    kind: 'line',
    x1: 0,
    x2: 0,
    y1: y,
    y2: bottom,
    stroke: plan.isPennant ? 'f-lso' : 'f-leo',
    width: plan.isPennant ? 1.8 : 1.2,
    ...(plan.isPennant ? {} : { dash: '1 3' }),
    hasRoundCaps: true,
  };
  const cloth: Mark = plan.isPennant
    ? {
        kind: 'path',
        d: `M0 ${y}h${toward * w}l${-toward * 5} 7.5 ${toward * 5} 7.5h${-toward * w}z`,
        fill: 'f-lso',
      }
    : { kind: 'path', d: `M0 ${y + 0.5}h${toward * w}v${HEIGHT - 1}h${-toward * w}z`, fill: 'bg-4' };
  return [
    pole,
    cloth,
    {
      kind: 'text',
      x: fliesLeft ? 6 - w : 6,
      y: y + 11,
      text: plan.text,
      fill: plan.isPennant ? 'v-on' : 'text-1',
      ...STYLE,
    },
  ];
}
