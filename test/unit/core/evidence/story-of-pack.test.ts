import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Capture } from '#core/evidence/capture/capture.ts';
import type { PackFacts } from '#core/evidence/pack/pack-facts.ts';
import { refuseOtherStory } from '#core/evidence/pack/story-of-pack.ts';
import { PackWorld } from '../../../support/pack-world.ts';

const LINES = Buffer.from('{"seq":1}\n{"seq":2}\n{"seq":3}\n');
const FACTS = { events: 3, firstMs: null, lastMs: null, byType: {} };

describe('the story of a pack', () => {
  let world: PackWorld;

  beforeEach(() => {
    world = new PackWorld();
  });
  afterEach(() => world.close());

  const capture = new Capture(
    [1, 2].map((frame) => ({
      frame,
      connection: 1,
      atMs: frame,
      tookMs: 1,
      request: Buffer.alloc(100_000),
      response: Buffer.alloc(20),
    })),
    { brokerPort: 9092, portOf: () => undefined },
  );
  const pcap = Buffer.concat([...capture.contents()]);

  async function refuse(timeline: Partial<PackFacts['timeline']>, packets: number): Promise<void> {
    world.forge('story.fence', [
      { name: 'timeline.ndjson', data: LINES },
      { name: 'frames.pcap', data: pcap },
    ]);
    const facts = await world.extract('story.fence');
    await refuseOtherStory(world.disk, world.path('out'), {
      facts: {
        ...facts,
        timeline: { ...FACTS, ...timeline },
        frames: { count: 2, packets, brokerPort: 9092, byApi: {} },
      },
      work: world.work(),
    });
  }

  it('has as many events and packets as it says', async () => {
    await refuse({}, capture.packetCount);
  });

  it('is refused with more or fewer', async () => {
    await expect(refuse({ events: 2 }, capture.packetCount)).rejects.toThrow(
      'pack.json says that there are 2 events, timeline.ndjson has 3',
    );
    world.disk.removeDirectory(world.path('out'));
    await expect(refuse({}, 1)).rejects.toThrow(
      `pack.json says that there are 1 packets, frames.pcap has ${capture.packetCount}`,
    );
  });

  it('counts nothing where it was not chosen', async () => {
    world.forge('none.fence', []);
    const facts = await world.extract('none.fence');
    await refuseOtherStory(world.disk, world.path('out'), { facts, work: world.work() });
  });
});
