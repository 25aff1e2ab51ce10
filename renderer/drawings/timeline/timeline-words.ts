/** Events of the timeline in words: the text twin of the drawing. */
import type { TimelineItem } from '#core/lab-api/views.ts';
import type { Translate } from '../../text/use-text.svelte.ts';
import { errorLabel } from '../error-name.ts';
import { formatOffsets } from '../units.ts';
import type { TimelineFilter } from './timeline-target.ts';

export function filterLabel(filter: TimelineFilter, t: Translate): string {
  switch (filter.kind) {
    case 'everything':
      return t('timeline.everything');
    case 'transactionalId':
      return filter.transactionalId;
    case 'producerId':
      return t('timeline.pid', { producerId: filter.producerId });
    case 'partition':
      return filter.partition;
    case 'connection':
      return t('timeline.connection', { connection: filter.connection });
    case 'process':
      return t('timeline.process', { process: filter.process });
  }
}

export function filterKey(filter: TimelineFilter): string {
  return JSON.stringify(filter);
}

export function kindOf(item: TimelineItem, t: Translate): string {
  switch (item.kind) {
    case 'process':
      return t('timeline.kindProcess');
    case 'frame':
      return t('timeline.kindFrame');
    case 'state':
      return t('timeline.kindState');
    case 'append':
      return t(item.mark === 'refused' ? 'glyph.refused' : 'timeline.kindAppend');
  }
}

/** The row the event stands on. */
export function placeOf(item: TimelineItem): string {
  switch (item.kind) {
    case 'process':
      return item.process;
    case 'frame':
      return item.frame.process ?? item.frame.clientId ?? '';
    case 'state':
      return item.transactionalId;
    case 'append':
      return `${item.topic}-${item.partition}`;
  }
}

export function sayItem(item: TimelineItem, t: Translate): string {
  switch (item.kind) {
    case 'process':
      return t('timeline.saysProcess', { process: item.process, state: t(`glyph.${item.state}`) });
    case 'frame': {
      const { frame } = item;
      const code = frame.errorCode;
      return t('timeline.saysFrame', {
        api: frame.api,
        version: frame.version,
        client: frame.process ?? frame.clientId ?? frame.connection,
        code: code === 0 ? 'none' : errorLabel(code),
        took: frame.tookMs.toFixed(1),
      });
    }
    case 'state':
      return t('timeline.saysState', {
        state: item.state,
        producerId: item.producerId,
        epoch: item.epoch,
      });
    case 'append': {
      const mark = item.mark === 'transactional' ? t('timeline.transactional') : t(`glyph.${item.mark}`);
      return t('timeline.saysAppend', {
        mark,
        hasOffsets: item.baseOffset >= 0 && item.mark !== 'refused' ? 'yes' : 'no',
        offsets: formatOffsets(item.baseOffset, item.lastOffset),
        hasProducer: item.producerId >= 0 ? 'yes' : 'no',
        producerId: item.producerId,
        epoch: item.producerEpoch,
      });
    }
  }
}
