import { segmentFileName } from '#core/log/file-names.ts';
import type { PlannedRecord } from '../../producers/producer-messages.ts';
import { firstBatch, send } from '../producing.ts';
import { type Scenario, TODAY } from '../scenario.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const PARTITIONS = 3;
const RECORDS = 30;

/** C01: each record lies in the log of one partition, and nowhere else. */
export const oneRecordOnePartition: Scenario = {
  id: 'one-record-one-partition',
  chapter: 'partitioner',
  claims: ['C01'],
  variants: [TODAY],
  steps: ['send', 'find'],
  question: ['one', 'all', 'leader'],
  run,
};

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders', { partitions: PARTITIONS });
  await stage.step('send', async () => {
    const process = await stage.producer({ name: 'orders', topic });
    await send(process, records());
  });
  await stage.ask();
  await stage.step('find', () => find(stage, topic));
}

/** Values that occur nowhere else. */
function records(): readonly PlannedRecord[] {
  return Array.from({ length: RECORDS }, (_, i) => ({
    partition: null,
    key: `k${i}`,
    value: uniqueValue(i),
  }));
}

function uniqueValue(number: number): string {
  return `<only-${number}>`;
}

/** Looks for the bytes of every value in the .log file of every partition, each place in it. */
function find(stage: ScenarioStage, topic: string): void {
  const files = stage.lab.logsOf(topic).map((log) => {
    log.storeQuietly();
    return stage.lab.platform.disk.readWhole(`${log.directory}/${segmentFileName(0, 'log')}`);
  });
  const places = Array.from({ length: RECORDS }, (_, i) =>
    files.flatMap((file, partition) => new Array<number>(occurrences(file, uniqueValue(i))).fill(partition)),
  );
  const once = places.filter((found) => found.length === 1).length;
  stage.answerIs('one');
  stage.check({
    claim: 'C01',
    id: 'once',
    expected: String(RECORDS),
    observed: String(once),
    refs: files.map((_, partition) => firstBatch(topic, partition)),
  });
  const used = new Set(places.flat()).size;
  stage.check({ claim: 'C01', id: 'used', expected: String(PARTITIONS), observed: String(used) });
  const sizes = files.map((_, partition) => places.filter(([found]) => found === partition).length);
  stage.facts['spread'] = sizes.join(' + ');
}

/** How often the bytes of a text stand in a file. */
function occurrences(file: Buffer, text: string): number {
  let count = 0;
  for (let at = file.indexOf(text); at >= 0; at = file.indexOf(text, at + 1)) count++;
  return count;
}
