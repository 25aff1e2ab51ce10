/** The byte rulers of the text files of a log directory: a line is a field. */
import type { Ruler } from './ruler.ts';

type Line = (text: string, index: number, at: number, size: number) => void;

function eachLine(ruler: Ruler, line: Line): void {
  const { buffer } = ruler.reader;
  for (let at = 0, i = 0; at < buffer.length; i++) {
    const newline = buffer.indexOf(0x0a, at);
    const end = newline < 0 ? buffer.length : newline;
    const size = (newline < 0 ? end : end + 1) - at;
    line(buffer.toString('utf8', at, end), i, at, size);
    at += size;
  }
}

/** A version, a count, then a line for each leader epoch. */
export function annotateLeaderEpochs(ruler: Ruler): void {
  eachLine(ruler, (text, i, at, size) => {
    if (i === 0) ruler.put(at, size, { name: 'version', type: 'text', value: text, say: 'epochs.version' });
    else if (i === 1) ruler.put(at, size, { name: 'count', type: 'text', value: text, say: 'epochs.count' });
    else {
      const [epoch = '', startOffset = ''] = text.split(' ');
      ruler.put(at, size, {
        name: startOffset === '' ? `[${i - 2}]` : `epoch ${epoch}`,
        type: 'text',
        value: startOffset === '' ? text : startOffset,
        say: 'epochs.entry',
        params: { epoch, startOffset },
      });
    }
  });
}

/** A version, a count, then a line for each partition. */
export function annotateOffsetCheckpoint(ruler: Ruler): void {
  eachLine(ruler, (text, i, at, size) => {
    if (i === 0)
      ruler.put(at, size, { name: 'version', type: 'text', value: text, say: 'checkpoint.version' });
    else if (i === 1)
      ruler.put(at, size, { name: 'count', type: 'text', value: text, say: 'checkpoint.count' });
    else {
      const [topic = '', partition = '', offset = ''] = text.split(' ');
      ruler.put(at, size, {
        name: offset === '' ? `[${i - 2}]` : `${topic}-${partition}`,
        type: 'text',
        value: offset === '' ? text : offset,
        say: 'checkpoint.entry',
        params: { topic, partition, offset },
        isDeciding: true,
      });
    }
  });
}

/** The topic's id. */
export function annotatePartitionMetadata(ruler: Ruler): void {
  eachLine(ruler, (text, i, at, size) => {
    const [name = '', value = ''] = text.split(': ');
    ruler.put(at, size, {
      name,
      type: 'text',
      value,
      say: i === 0 ? 'metadata.version' : 'metadata.topicId',
    });
  });
}

/** `meta.properties`: comments, and names with their values. */
export function annotateProperties(ruler: Ruler): void {
  eachLine(ruler, (text, _, at, size) => {
    if (text.startsWith('#') || !text.includes('=')) {
      ruler.put(at, size, { name: 'comment', type: 'text', value: text, say: 'properties.comment' });
      return;
    }
    const equals = text.indexOf('=');
    ruler.put(at, size, {
      name: text.slice(0, equals),
      type: 'text',
      value: text.slice(equals + 1),
      say: 'properties.entry',
      params: { name: text.slice(0, equals) },
      isDeciding: true,
    });
  });
}

/** `.kafka_cleanshutdown`: that it exists is what counts. */
export function annotateCleanShutdown(ruler: Ruler): void {
  eachLine(ruler, (text, _, at, size) => {
    ruler.put(at, size, { name: 'text', type: 'text', value: text, say: 'cleanShutdown.text' });
  });
}
