/** Shapes that the inputs of several calls are made of. */
import { integer, maxLength, maxValue, minLength, minValue, number, pipe, regex, string } from 'valibot';

export const OFFSET_MAX = Number.MAX_SAFE_INTEGER;

export const whole = (min: number, max: number) => pipe(number(), integer(), minValue(min), maxValue(max));
/** As Kafka's Topic.validate. */
export const topic = pipe(string(), regex(/^[a-zA-Z0-9._-]{1,249}$/, 'is not a legal topic name'));
export const partitionNumber = whole(0, 2 ** 31 - 1);
export const transactionalId = pipe(string(), minLength(1), maxLength(32_767));
