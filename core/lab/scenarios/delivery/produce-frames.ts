/** The Produce exchanges of a client as their frames have them: which batch was asked to be written, and what was answered. */
import { present } from '#core/base/assert.ts';
import { errorName } from '#core/protocol/errors.ts';
import { readHeaderTags, readRequestHeader, readResponseHeaderTags } from '#core/protocol/headers.ts';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import { ByteReader } from '#core/protocol/reader.ts';
import { RecordBatch } from '#core/protocol/records/record-batch.ts';
import { isFlexible, requestCodec, responseCodec } from '#core/protocol/schema/codec.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

/** One batch of one Produce request. */
export interface ProducedBatch {
  /** Number of the exchange. */
  readonly frame: number;
  readonly acks: number;
  readonly producerId: number;
  readonly producerEpoch: number;
  /** −1 without a producer id. */
  readonly baseSequence: number;
  readonly recordCount: number;
  /** Kafka's name of the code that was answered; undefined when there was no answer. */
  readonly error: string | undefined;
  /** As answered; −1 for an error; undefined when there was no answer. */
  readonly baseOffset: number | undefined;
}

/** What `clientId` asked to be written since `sinceSeq`, in order. Of requests with several batches only the first one. */
export function producedBatches(
  stage: ScenarioStage,
  sinceSeq: number,
  clientId: string,
): readonly ProducedBatch[] {
  return stage.frames(sinceSeq, { clientId, api: 'Produce' }).map(({ frame }) => produced(stage, frame));
}

function produced(stage: ScenarioStage, frame: number): ProducedBatch {
  const stored = present(stage.lab.frames.get(frame), `frame ${frame}`);
  const reader = new ByteReader(stored.request);
  readRequestHeader(reader);
  if (isFlexible(Produce, stored.version)) readHeaderTags(reader);
  const { acks, topicData } = requestCodec(Produce, stored.version).read(reader);
  const bytes = present(topicData[0]?.partitionData[0]?.records, 'a batch');
  const { producerId, producerEpoch, baseSequence, recordCount } = new RecordBatch(bytes);
  const answer = stored.response === null ? undefined : answerIn(stored.response, stored.version);
  return {
    frame,
    acks,
    producerId,
    producerEpoch,
    baseSequence,
    recordCount,
    error: answer === undefined ? undefined : errorName(answer.errorCode),
    baseOffset: answer?.baseOffset,
  };
}

function answerIn(response: Buffer, version: number) {
  const reader = new ByteReader(response);
  reader.int32();
  readResponseHeaderTags(reader, Produce, version);
  const { responses } = responseCodec(Produce, version).read(reader);
  return present(responses[0]?.partitionResponses[0], 'an answer');
}
