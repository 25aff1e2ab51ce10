import type { DamageView, StartUpEffect } from '#core/lab-api/opened-views.ts';

/** The worst first. */
const GRAVITY: readonly StartUpEffect[] = [
  'does-not-start',
  'truncates',
  'end-falls',
  'readers-fail',
  'aborted-delivered',
  'older-snapshot',
  'unnoticed',
  'rebuilt',
];

function gravityOf({ cleanStart }: DamageView): number {
  return GRAVITY.indexOf(cleanStart);
}

/** Damage of the log in the order of the log, then that of the files beside it, the worst first. What was found twice is told once. */
export function byGravity(found: readonly DamageView[]): readonly DamageView[] {
  const damages = [
    ...new Map(found.map((one) => [`${one.file} ${one.kind} ${one.position} ${one.reason}`, one])).values(),
  ];
  const isBeside = ({ kind }: DamageView): boolean => kind === 'side-file';
  const inLog = damages.filter((damage) => !isBeside(damage));
  const beside = damages.filter(isBeside);
  return [
    ...inLog.sort((a, b) => a.segment - b.segment || a.position - b.position),
    ...beside.sort((a, b) => gravityOf(a) - gravityOf(b)),
  ];
}
