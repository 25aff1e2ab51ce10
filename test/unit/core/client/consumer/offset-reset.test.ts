import { expect, test } from 'vitest';
import { parseOffsetReset } from '#core/client/consumer/offset-reset.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';

const clock = new SimClock(1_700_000_000_000);

test.each([
  ['earliest', -2],
  ['latest', -1],
  ['none', undefined],
  ['by_duration:P1D', 1_700_000_000_000 - 86_400_000],
  ['by_duration:PT1H30M', 1_700_000_000_000 - 5_400_000],
  ['by_duration:P2DT0.5S', 1_700_000_000_000 - 172_800_500],
])('auto.offset.reset %s looks up %s', (text, timestamp) => {
  expect(parseOffsetReset(text)(clock)).toBe(timestamp);
});

test.each(['first', 'by_duration:', 'by_duration:P', 'by_duration:1D', 'by_duration:PT'])(
  '%s is refused',
  (text) => {
    expect(() => parseOffsetReset(text)).toThrow(
      /must be either 'earliest', 'latest', 'none' or of the format/,
    );
  },
);
