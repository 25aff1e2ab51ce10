/** Faults on the wire, inside the broker: what a broken connection takes with it. */
import type { Exchange } from '#core/broker/interceptor.ts';
import { PASS } from '#core/broker/interceptor.ts';
import { type ErrorName, errorCode } from '#core/protocol/errors.ts';
import { Produce } from '#core/protocol/messages/00-produce.ts';
import type { ApiDefinition, RequestOf } from '#core/protocol/schema/api.ts';
import type { ScenarioStage } from '../scenario-stage.ts';

const PRODUCE = Produce as unknown as ApiDefinition;

/** Settings of a producer that meets a fault: should it not come out as told, the run need not wait two minutes to say so. */
export const SOON_GIVEN_UP = { 'request.timeout.ms': '15000', 'delivery.timeout.ms': '20000' } as const;

/** The base offset in an answer to Produce. */
type ProduceAnswer = {
  readonly responses: readonly {
    readonly partitionResponses: readonly { readonly baseOffset: number }[];
  }[];
};

/**
 * The connection breaks before the answer to the next Produce of `clientId`: its batch is in the log, and its acknowledgement
 * is lost. `beforeCut` is called, and waited for, in between; it is given the base offset of the lost answer.
 */
export function loseNextAck(
  stage: ScenarioStage,
  clientId: string,
  beforeCut: (baseOffset: number) => Promise<void> | void = () => undefined,
): void {
  const cancel = stage.onResponse(PRODUCE, async (exchange, response) => {
    if (exchange.clientId !== clientId) return PASS;
    cancel();
    const { responses } = response as ProduceAnswer;
    await beforeCut(responses[0]?.partitionResponses[0]?.baseOffset ?? -1);
    return { kind: 'close' };
  });
}

/** The connection breaks with the next Produce of `clientId` on it: the broker never handles it. */
export function loseNextRequest(stage: ScenarioStage, clientId: string): void {
  const cancel = stage.onRequest(PRODUCE, (exchange) => {
    if (exchange.clientId !== clientId) return PASS;
    cancel();
    return { kind: 'close' };
  });
}

/** The `number`th Produce of `clientId` from now, from 1, is answered with `error` and not handled. */
export function refuseProduce(
  stage: ScenarioStage,
  clientId: string,
  { number, error }: { readonly number: number; readonly error: ErrorName },
): void {
  let count = 0;
  const cancel = stage.onRequest(PRODUCE, (exchange) => {
    if (exchange.clientId !== clientId || ++count < number) return PASS;
    cancel();
    return { kind: 'answer', response: refusal(exchange, error) };
  });
}

function refusal({ request }: Exchange, error: ErrorName): { readonly [field: string]: unknown } {
  const { topicData } = request as RequestOf<typeof Produce>;
  return {
    responses: topicData.map(({ name, topicId, partitionData }) => ({
      name,
      topicId,
      partitionResponses: partitionData.map(({ index }) => ({
        index,
        errorCode: errorCode(error),
        baseOffset: -1,
      })),
    })),
  };
}
