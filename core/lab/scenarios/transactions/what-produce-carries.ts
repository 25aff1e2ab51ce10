import { readHeaderTags, readRequestHeader } from '#core/protocol/headers.ts';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import { ByteReader } from '#core/protocol/reader.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { isFlexible, requestCodec } from '#core/protocol/schema/codec.ts';
import { BEFORE_KIP_890, type Scenario, TODAY } from '../scenario.ts';
import { ScenarioFailure } from '../scenario-errors.ts';
import type { ScenarioStage } from '../scenario-stage.ts';
import { batchRef, dataOf, frameRefs, lastFrame, orders, stateRecords, transaction } from './facts.ts';

/** C41: the request names the transactional id (since 0.11, Produce v3); the batches inside it do not. */
export const whatProduceCarries: Scenario = {
  id: 'what-produce-carries',
  chapter: 'transactions',
  claims: ['C41'],
  variants: [TODAY, BEFORE_KIP_890],
  steps: ['produce', 'frame', 'batch'],
  run,
};

/** A Produce request, as bytes and decoded. */
interface Sent {
  readonly frame: number;
  readonly bytes: Buffer;
  readonly transactionalId: string | null;
  readonly batch: RecordBatch;
  readonly version: number;
}

async function run(stage: ScenarioStage): Promise<void> {
  const topic = stage.topic('orders');
  const transactionalId = stage.unique('carried-id');
  const sent = await stage.step('produce', () => produce(stage, topic, transactionalId));
  await stage.step('frame', () => inFrame(stage, sent, transactionalId));
  await stage.step('batch', () => inBatch(stage, sent, { topic, transactionalId }));
}

async function produce(stage: ScenarioStage, topic: string, transactionalId: string): Promise<Sent> {
  const process = await stage.producer({ name: 'orders', topic, transactionalId });
  const mark = stage.mark();
  await transaction(process, orders(0, 'o-1', 'o-2'), 'commit');
  const fact = lastFrame(stage, mark, { process, api: 'Produce' });
  const stored = stage.lab.frames.get(fact?.frame ?? -1);
  if (stored === undefined) throw new ScenarioFailure('The bytes of the Produce request are gone.');
  const reader = new ByteReader(stored.request);
  readRequestHeader(reader);
  if (isFlexible(Produce, stored.version)) readHeaderTags(reader);
  const body = requestCodec(Produce, stored.version).read(reader);
  const records = body.topicData[0]?.partitionData[0]?.records;
  if (records === null || records === undefined) throw new ScenarioFailure('Produce came without records.');
  const isImplicit = stage.variant.transactionVersion === 2;
  stage.facts['version'] = stored.version;
  stage.check({
    claim: 'C41',
    id: 'version',
    expected: isImplicit ? '≥ 12' : '< 12',
    observed: String(stored.version),
    ok: stored.version >= 12 === isImplicit,
    refs: frameRefs(fact),
  });
  const { transactionalId: named } = body;
  return {
    frame: stored.frame,
    bytes: stored.request,
    transactionalId: named,
    batch: new RecordBatch(records),
    version: stored.version,
  };
}

async function inFrame(stage: ScenarioStage, sent: Sent, transactionalId: string): Promise<void> {
  const refs = [{ kind: 'frame', frame: sent.frame, side: 'request' }] as const;
  const at = sent.bytes.indexOf(transactionalId);
  const batchAt = sent.bytes.indexOf(sent.batch.whole);
  Object.assign(stage.facts, { id: transactionalId, at, batchAt });
  stage.check({
    claim: 'C41',
    id: 'field',
    expected: transactionalId,
    observed: sent.transactionalId ?? 'null',
    refs,
  });
  // The field comes first, the batches behind it.
  stage.check({
    claim: 'C41',
    id: 'place',
    expected: `0 < id < ${batchAt}`,
    observed: String(at),
    ok: at > 0 && at < batchAt,
    refs,
  });
  stage.verdict('C41', { kind: 'doesNotHold' });
}

/** What the log keeps of the producer: numbers only. */
async function inBatch(
  stage: ScenarioStage,
  { batch }: Sent,
  { topic, transactionalId }: { readonly topic: string; readonly transactionalId: string },
): Promise<void> {
  // What InitProducerId gave, as the coordinator wrote it down; the same stands in the request and in the log.
  const given = stateRecords(stage, transactionalId)[0]?.value;
  const [stored] = dataOf(stage, topic, 0);
  if (stored === undefined) throw new ScenarioFailure('Nothing was written.');
  const refs = [batchRef(topic, 0, stored)];
  stage.check({
    claim: 'C41',
    id: 'notInBatch',
    expected: '−1',
    observed: String(stored.whole.indexOf(transactionalId)).replace('-', '−'),
    refs,
  });
  stage.check({
    claim: 'C41',
    id: 'sent',
    expected: `pid ${given?.producerId}, epoch ${given?.producerEpoch}, sequence 0`,
    observed: `pid ${batch.producerId}, epoch ${batch.producerEpoch}, sequence ${batch.baseSequence}`,
  });
  stage.check({
    claim: 'C41',
    id: 'numbers',
    expected: `pid ${given?.producerId}, epoch ${given?.producerEpoch}, sequence 0`,
    observed: `pid ${stored.producerId}, epoch ${stored.producerEpoch}, sequence ${stored.baseSequence}`,
    refs,
  });
}
