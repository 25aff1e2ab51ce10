/** Checks that only one setting has, in Java's words. */
import { ConfigException } from './config-exception.ts';

type Check = (key: string, value: unknown) => void;

/** 1 to 9, or −1. (source: CompressionType.GZIP.levelValidator) */
export const checkGzipLevel: Check = (key, value) => {
  if (value === null) throw ConfigException.invalidValue(key, null, 'Value must be non-null');
  const level = value as number;
  if (level > 9 || (level < 1 && level !== -1)) {
    throw ConfigException.invalidValue(key, level, 'Value must be between 1 and 9 or equal to -1');
  }
};

/** ISO 8601 as java.time.Duration reads it, and not negative as a whole. */
const DURATION =
  /^\+?P(?=.)(?:[+]?\d+D)?(?:T(?=.)(?:[+]?\d+H)?(?:[+]?\d+M)?(?:[+]?\d+(?:[.,]\d{0,9})?S)?)?$/i;

/** (source: AutoOffsetResetStrategy.Validator) */
export const checkOffsetReset: Check = (key, value) => {
  const text = String(value);
  const isDuration = text.startsWith('by_duration:') && DURATION.test(text.slice('by_duration:'.length));
  if (isDuration || ['earliest', 'latest', 'none'].includes(text)) return;
  throw choice(
    key,
    text,
    "The value must be either 'earliest', 'latest', 'none' or of the format 'by_duration:<PnDTnHnMn.nS.>'.",
  );
};

/** (source: ShareAcknowledgementMode.Validator) */
export const checkShareAcknowledgement: Check = (key, value) => {
  if (['implicit', 'explicit'].includes(String(value))) return;
  throw choice(key, String(value), "The value must either be 'implicit' or 'explicit'.");
};

/** (source: ShareAcquireMode.Validator) */
export const checkShareAcquire: Check = (key, value) => {
  if (['batch_optimized', 'record_limit'].includes(String(value).toLowerCase())) return;
  throw choice(key, String(value), "The value must either be 'batch_optimized' or 'record_limit'.");
};

function choice(key: string, text: string, rule: string): ConfigException {
  return ConfigException.invalidValue(
    key,
    text,
    `Invalid value \`${text}\` for configuration ${key}. ${rule}`,
  );
}
