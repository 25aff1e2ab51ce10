import type { Disk } from '#core/base/disk.ts';
import { BatchWalker, CorruptBatchError } from '#core/log/batch-walker.ts';
import { lastOffsetOf } from '#core/log/stored-batch.ts';
import { openSource } from '../source/log-snapshot.ts';
import { countOf, type SurveyedBatch, type SurveyedFiles } from './survey-partition.ts';

/**
 * The batches of a partition that a reader can still get, in order, up to the first damage. Each is good until the next one is asked
 * for. @throws the platform's error.
 */
export function* walkBatches(disk: Disk, files: SurveyedFiles): Generator<SurveyedBatch, void> {
  for (const { baseOffset, path, size } of files.segments) {
    const file = openSource(disk, path);
    try {
      const walker = new BatchWalker((position, target, length) => file.read(position, target, 0, length), {
        position: 0,
        end: size,
        want: 'contents',
        reusesWindow: true,
      });
      for (let batch = walker.next(); batch !== undefined; batch = walker.next()) {
        if (lastOffsetOf(batch) < files.checkpointedLogStart) continue;
        yield { batch, segment: baseOffset, position: walker.positionOf(batch), count: countOf(batch) };
      }
    } catch (error) {
      if (error instanceof CorruptBatchError || error instanceof RangeError) return;
      throw error;
    } finally {
      file.close();
    }
  }
}
