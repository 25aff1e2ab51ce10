import type { DamageView, StartUpEffect } from '#core/lab-api/opened-views.ts';

/** The worst first. */
const GRAVITY: readonly StartUpEffect[] = [
  'does-not-start',
  'set-aside',
  'truncates',
  'end-falls',
  'readers-skip',
  'readers-fail',
  'aborted-delivered',
  'committed-withheld',
  'end-uncertain',
  'seekers-miss',
  'producers-forgotten',
  'older-snapshot',
  'unnoticed',
  'rebuilt',
];

function gravityOf({ cleanStart }: DamageView): number {
  return GRAVITY.indexOf(cleanStart);
}

/** Damage of the log in the order of the log, then that of the files beside it, the worst first. What was found twice is told once. */
export function byGravity(found: readonly DamageView[]): readonly DamageView[] {
  const once = new Map<string, DamageView>();
  for (const damage of found) {
    const { file, kind, position, reason } = damage;
    const key = `${file} ${kind} ${position} ${reason}`;
    // Whoever found it first looked for what follows as well.
    if (!once.has(key)) once.set(key, damage);
  }
  const damages = [...once.values()];
  const isBeside = ({ kind }: DamageView): boolean => kind === 'side-file';
  const inLog = damages.filter((damage) => !isBeside(damage));
  const beside = damages.filter(isBeside);
  return [
    ...inLog.sort((a, b) => a.segment - b.segment || a.position - b.position),
    ...beside.sort((a, b) => gravityOf(a) - gravityOf(b)),
  ];
}
