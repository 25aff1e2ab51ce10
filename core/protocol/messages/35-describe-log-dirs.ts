/**
 * DescribeLogDirs (35): sizes of the log directories and of what lies in them.
 */
import { defineApi } from '../schema/api.ts';
import { array, bool, int16, int32, int64, string, struct } from '../schema/field.ts';

export const DescribeLogDirs = defineApi({
  key: 35,
  name: 'DescribeLogDirs',
  versions: [1, 5],
  flexibleSince: 2,
  request: struct({
    topics: array(
      struct({
        topic: string(),
        partitions: array(int32()),
      }),
      { nullable: true },
    ),
  }),
  response: struct({
    throttleTimeMs: int32({ default: 0 }),
    errorCode: int16({ since: 3, ignorable: true }),
    results: array(
      struct({
        errorCode: int16(),
        logDir: string(),
        topics: array(
          struct({
            name: string(),
            partitions: array(
              struct({
                partitionIndex: int32(),
                partitionSize: int64(),
                offsetLag: int64(),
                isFutureKey: bool(),
              }),
            ),
          }),
        ),
        totalBytes: int64({ since: 4, default: -1, ignorable: true }),
        usableBytes: int64({ since: 4, default: -1, ignorable: true }),
        isCordoned: bool({ since: 5, default: false, ignorable: true }),
      }),
    ),
  }),
});
