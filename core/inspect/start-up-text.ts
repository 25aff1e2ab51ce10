/** What Kafka does with a damaged place when it starts, as a clause. The window has its own words. */
import { isStartUpEffect, type StartUpEffect } from '#core/lab-api/opened-views.ts';

const EFFECTS: { readonly [effect in StartUpEffect]: string } = {
  unnoticed: 'does not notice and serves the file as it is',
  'readers-fail': 'starts, and consumers fail when they read here',
  'readers-skip': 'starts, and consumers miss the rest of this segment without an error',
  truncates: 'cuts the log here and deletes later segments',
  'end-falls':
    'lets the log end fall back to the last good batch, or to the start of the segment when its index leads further',
  'does-not-start': 'ends with an error and does not start',
  rebuilt: 'makes the file anew',
  'aborted-delivered': 'hands aborted records to read_committed consumers',
  'committed-withheld': 'keeps committed records from read_committed consumers',
  'seekers-miss':
    'serves the file as it is: consumers that begin inside this segment may miss records without an error, or fail',
  'end-uncertain':
    'may take a wrong log end from it, and consumers that begin inside this segment may miss records without an error, or fail',
  'older-snapshot': 'loads an older snapshot and replays the log behind it',
  'producers-forgotten':
    'forgets producers and open transactions, and hands out open records as if committed',
  'passed-over': 'passes over it as if it were not there',
  'set-aside': 'sets the directory of the partition aside as …-stray and makes an empty one',
};

/** After an orderly stop, and after a crash; once when it is the same. */
export function startUpText(clean: StartUpEffect, unclean: StartUpEffect): string {
  return clean === unclean
    ? `Kafka, when it starts: ${EFFECTS[clean]}`
    : `Kafka, when it starts after an orderly stop: ${EFFECTS[clean]}; after a crash: ${EFFECTS[unclean]}`;
}

/** The same of what a file says, which may be no effect at all. */
export function startUpTextOf(clean: unknown, unclean: unknown): string | undefined {
  return isStartUpEffect(clean) && isStartUpEffect(unclean) ? startUpText(clean, unclean) : undefined;
}
