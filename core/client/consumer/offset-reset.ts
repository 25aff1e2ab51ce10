/** Where to start without a committed offset: auto.offset.reset. (source: AutoOffsetResetStrategy) */
import type { Clock } from '#core/base/clock.ts';
import { ConfigException } from '#core/config/config-exception.ts';
import { EARLIEST_TIMESTAMP, LATEST_TIMESTAMP } from './subscription-state.ts';

const DAY_MS = 86400000;
const HOUR_MS = 3600000;
const MINUTE_MS = 60000;
const SECOND_MS = 1000;
/** by_duration:PnDTnHnMn.nS */
const BY_DURATION =
  /^by_duration:P(?=[0-9T])(?:([0-9]+)D)?(?:T(?=[0-9])(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9.]+)S)?)?$/i;

/** The time to look up; undefined for none. */
export type OffsetReset = (clock: Clock) => number | undefined;

/** @throws {ConfigException} */
export function parseOffsetReset(text: string): OffsetReset {
  switch (text) {
    case 'earliest':
      return () => EARLIEST_TIMESTAMP;
    case 'latest':
      return () => LATEST_TIMESTAMP;
    case 'none':
      return () => undefined;
  }
  const match = BY_DURATION.exec(text);
  if (match === null) {
    throw ConfigException.invalidValue(
      'auto.offset.reset',
      text,
      `Invalid value \`${text}\` for configuration auto.offset.reset. The value must be either 'earliest', 'latest', ` +
        "'none' or of the format 'by_duration:<PnDTnHnMn.nS.>'.",
    );
  }
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const durationMs = days * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
  return (clock) => clock.nowMs() - Math.round(durationMs);
}
