import { describe, expect, test } from 'vitest';
import { saidOf } from '#core/lab-api/said.ts';

describe('a sentence of the lab', () => {
  test('becomes its key and what stands in it; where a reader stopped is said beside it', () => {
    expect(saidOf('needs 4096 bytes, 80 remain (byte 61)', 'damage')).toEqual({
      key: 'lab.decode.needs',
      params: { size: '4096', remain: '80' },
    });
  });

  test('may have a reason, which is a sentence itself', () => {
    expect(saidOf('x.fence was not opened: ../evil would lie outside of the pack.', 'failure')).toEqual({
      key: 'lab.fail.notOpenedPack',
      params: {
        name: 'x.fence',
        reason: { key: 'lab.pack.nameOutside', params: { name: '../evil' } },
      },
    });
  });

  test('is the one with most words of its own, where several fit', () => {
    expect(
      saidOf(
        '/tmp/x does not exist. Give a log directory, a partition directory or a file of one.',
        'failure',
      ).key,
    ).toBe('lab.fail.missingPathGive');
  });

  test('that no table has keeps its words: those of Kafka, of a disk, of a library', () => {
    expect(saidOf('Snapshot is corrupt (CRC is no longer valid).', 'side')).toEqual({
      key: 'lab.words',
      params: { words: 'Snapshot is corrupt (CRC is no longer valid).' },
    });
  });

  test('why a file cannot be read is a sentence within a sentence', () => {
    const denied = 'permission is denied; read it as its owner, or change its permissions';
    const reason = { key: 'lab.unreadable.denied', params: {} };
    expect(saidOf(`it cannot be read: ${denied}`, 'side')).toEqual({
      key: 'lab.side.cannotRead',
      params: { reason },
    });
    expect(saidOf(`/data/orders-0 cannot be read: ${denied}`, 'failure')).toEqual({
      key: 'lab.fail.cannotRead',
      params: { path: '/data/orders-0', reason },
    });
  });
});
