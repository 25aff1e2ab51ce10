import { annotateFrame } from '#core/inspect/annotate/annotate-frame.ts';
import { labError } from '#core/lab-api/lab-error.ts';
import type { ByteView, TimelineItem } from '#core/lab-api/views.ts';
import type { Lab } from '../lab.ts';
import { timelineItems } from '../views/timeline-items.ts';
import type { CallsOf } from './calls-of.ts';

const ITEMS_MAX = 5_000;
const RULER_BYTES_MAX = 64 * 1024;

export function wireCalls(lab: Lab): CallsOf<'timeline' | 'wire'> {
  return {
    'timeline.read': ({ sinceSeq }) => readTimeline(lab, sinceSeq),
    'wire.frameBytes': ({ frame, side }) => frameBytes(lab, frame, side),
  };
}

/** A full answer ends with the items of one event; its `seq` is where the next one goes on. */
function readTimeline(
  { bus, journal, stage }: Lab,
  sinceSeq: number,
): { readonly seq: number; readonly value: readonly TimelineItem[] } {
  const items: TimelineItem[] = [];
  for (const event of journal.since(sinceSeq)) {
    items.push(...timelineItems(event, (clientId) => stage.processOf(clientId)));
    if (items.length >= ITEMS_MAX) return { seq: event.seq, value: items };
  }
  return { seq: bus.seq, value: items };
}

function frameBytes({ frames }: Lab, frame: number, side: 'request' | 'response'): ByteView {
  const stored = frames.get(frame);
  const whole = stored?.[side];
  if (stored === undefined) {
    throw labError(
      'NO_SUCH_FRAME',
      `The bytes of frame ${frame} are gone.`,
      'The lab keeps the newest 32 MB.',
    );
  }
  if (whole === null || whole === undefined) {
    throw labError('NO_RESPONSE', `Frame ${frame} was never answered.`);
  }
  const bytes = whole.subarray(0, RULER_BYTES_MAX);
  return {
    file: `frame ${frame} ${side}`,
    position: 0,
    fileSize: whole.length,
    wholeSize: whole.length,
    hex: bytes.toString('hex'),
    ...annotateFrame(whole, {
      apiKey: stored.apiKey,
      version: stored.version,
      side,
      shownMax: RULER_BYTES_MAX,
    }),
  };
}
