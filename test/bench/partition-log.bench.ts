import { afterAll, bench, describe } from 'vitest';
import type { Disk, DiskFile } from '#core/base/disk.ts';
import { EventBus } from '#core/observe/event-bus.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { aBatch, append, createOrders, LogWorld } from '../support/log-world.ts';

/** The real disk without its write calls: what is left is ours. */
class WritelessDisk extends NodeDisk implements Disk {
  override open(path: string, mode: 'read' | 'write'): DiskFile {
    const file = super.open(path, mode);
    file.write = () => undefined;
    return file;
  }
}

async function openLog(disk: Disk) {
  const world = new LogWorld();
  world.disk = disk;
  const unobserved = new EventBus(world.clock);
  const manager = await world.open({}, unobserved);
  afterAll(async () => {
    await manager.close();
    world.remove();
  });
  return createOrders(manager);
}

const thinking = await openLog(new WritelessDisk());
const writing = await openLog(new NodeDisk());
const batch = aBatch({ count: 100, valueSize: 145 });

/** The same memory again: only the base offset has to be what a producer sends. */
function sent(): Buffer {
  new RecordBatch(batch).baseOffset = 0;
  return batch;
}

describe(`append of ${batch.length} bytes, 100 records`, () => {
  bench('without the write call', () => {
    append(thinking, sent());
  });
  bench('with the write call', () => {
    append(writing, sent());
  });
});

describe('read', () => {
  bench('1 MiB from the beginning', () => {
    writing.read({ offset: 0, maxBytes: 1048576, isolation: 'high-watermark', minOneBatch: true });
  });
  bench('the newest batch', () => {
    const offset = writing.logEndOffset - 100;
    writing.read({ offset, maxBytes: 1048576, isolation: 'committed', minOneBatch: true });
  });
});
