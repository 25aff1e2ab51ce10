import { describe, expect, test } from 'vitest';
import { cutLine, StartReport } from '#core/cli/start-report.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';

const cut = { topic: 'orders', partition: 0, truncatedBytes: 77, logEndOffset: 12 };

describe('what a start found damaged', () => {
  test.each([
    ['incomplete batch at position 4096', 'at byte 4096 of'],
    ['batch whose checksum does not fit at position 4096', 'at byte 4096 of'],
  ])('a cut names the place: %s', (damage, said) => {
    const line = cutLine({ ...cut, reason: `segment 9: ${damage}` }, '/data');
    expect(line).toContain(said);
    expect(line).toContain('00000000000000000009.log');
    expect(line).toContain('77 bytes were not a whole batch; log end is 12');
  });

  test('a cut without a place gives its reason', () => {
    const reason = 'the log ended at 3, below the log start 12';
    expect(cutLine({ ...cut, reason }, '/data')).toBe(
      `orders-0 was cut by 77 bytes: ${reason}; log end is 12`,
    );
  });

  test('it is heard until every coordinator has loaded or failed, and of whole logs nothing is said', () => {
    const bus = new EventBus(nodePlatform().clock);
    const said: string[] = [];
    const shown: string[] = [];
    const report = new StartReport(bus, '/data', {
      say: (line) => said.push(line),
      show: (line) => shown.push(line),
    });
    const check = { number: 3, count: 12, doneBytes: 450, totalBytes: 1_000 };
    bus.publish('log.recovering', { topic: 'orders', partition: 0, ...check });
    const place = { topic: '__transaction_state', partition: 3 };
    bus.publish('log.recovered', { ...cut, truncatedBytes: 0, reason: 'nothing was damaged' });
    bus.publish('coordinator.loaded', { ...place, partition: 4, records: 0 });
    report.awaitLoads([place, { ...place, partition: 4 }]);
    expect(bus.isObserved).toBe(true);
    bus.publish('coordinator.loadFailed', { ...place, message: 'cannot be read \u001b[2J' });
    expect(bus.isObserved).toBe(false);
    expect(shown).toEqual(['recovering orders-0, 3 of 12: 45 %']);
    expect(said).toEqual([
      '__transaction_state-3 could not be loaded: cannot be read \\x1b[2J; its transactional ids are refused. Look at it with fencepost inspect',
    ]);
  });
});
