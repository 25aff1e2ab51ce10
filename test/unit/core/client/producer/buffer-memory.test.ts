import { describe, expect, test } from 'vitest';
import { BufferMemory } from '#core/client/producer/buffer-memory.ts';
import type { BufferMemoryNotice } from '#core/client/producer-notices.ts';
import { SimClock } from '#core/platform/sim/sim-clock.ts';
import { outcomeOf } from '../../../../support/client-world.ts';

describe('buffer memory', () => {
  test('is given to those who wait in order, and to nobody ahead of them', async () => {
    const clock = new SimClock();
    const memory = new BufferMemory(clock, 100);
    expect(memory.tryReserve(90)).toBe(true);
    const served: string[] = [];
    void memory.reserve(50, 1000).then(() => served.push('large'));
    void memory.reserve(10, 1000).then(() => served.push('small'));
    expect(memory.tryReserve(5)).toBe(false);
    expect(memory.waitingCount).toBe(2);
    memory.release(20);
    await clock.advance(0);
    expect(served).toEqual([]);
    memory.release(70);
    await clock.advance(0);
    expect(served).toEqual(['large', 'small']);
    expect(memory.availableBytes).toBe(40);
  });

  test('that does not come back in time is BufferExhaustedException, and those behind are served', async () => {
    const clock = new SimClock();
    const memory = new BufferMemory(clock, 100);
    memory.tryReserve(90);
    const large = outcomeOf(memory.reserve(50, 1000));
    const small = outcomeOf(memory.reserve(10, 2000).then(() => 'served'));
    await clock.advance(1001);
    expect(large.error).toMatchObject({ exception: 'BufferExhaustedException', retriable: true });
    expect(large.error?.message).toMatch(
      /^Failed to allocate 50 bytes within the configured max blocking time 1000 ms/,
    );
    expect(small.value).toBe('served');
  });

  test('says how long each wait took, by its own clock', async () => {
    const clock = new SimClock();
    const told: (readonly [what: string, waitedMs: number])[] = [];
    const notice = ({ what, waitedMs }: BufferMemoryNotice) => void told.push([what, waitedMs]);
    const memory = new BufferMemory(clock, 10, { notice });
    memory.tryReserve(10);
    const inVain = outcomeOf(memory.reserve(10, 500));
    const patient = outcomeOf(memory.reserve(10, 2000));
    await clock.advance(700);
    memory.release(10);
    await clock.advance(0);
    expect([inVain.error, patient.error]).toEqual([expect.anything(), undefined]);
    expect(told).toEqual([
      ['waiting', 0],
      ['waiting', 0],
      ['exhausted', 500],
      ['freed', 0],
      ['granted', 700],
    ]);
  });

  test('ends the wait of all when the producer closes', async () => {
    const clock = new SimClock();
    const memory = new BufferMemory(clock, 10);
    memory.tryReserve(10);
    const waiting = outcomeOf(memory.reserve(1, 1000));
    memory.close();
    await clock.advance(0);
    expect(waiting.error).toMatchObject({ exception: 'KafkaException' });
  });
});
