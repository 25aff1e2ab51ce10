/** The byte ruler of a frame: header, then the body by the message's own table. */
import type { ByteField } from '#core/lab-api/views.ts';
import { apiByKey } from '#core/protocol/api-registry.ts';
import { errorName } from '#core/protocol/errors.ts';
import { hasFlexibleResponseHeader } from '#core/protocol/headers.ts';
import type { FieldSpan } from '#core/protocol/schema/annotate.ts';
import { annotateStruct } from '#core/protocol/schema/annotate.ts';
import type { ApiDefinition } from '#core/protocol/schema/api.ts';
import { isFlexible } from '#core/protocol/schema/codec.ts';
import type { Annotated, Ruler } from './ruler.ts';
import { annotate, stopAt } from './ruler.ts';

/** Which frame it is. The bytes begin behind the size prefix. */
export interface FrameIdentity {
  readonly apiKey: number;
  readonly version: number;
  readonly side: 'request' | 'response';
}

/** Annotates a whole frame without its size prefix: the fields that begin within its first `shownMax` bytes. */
export function annotateFrame(
  bytes: Buffer,
  {
    apiKey,
    version,
    side,
    shownMax = Number.POSITIVE_INFINITY,
  }: FrameIdentity & { readonly shownMax?: number },
): Annotated {
  const api = apiByKey(apiKey);
  let bodyStop = null as Annotated['stop'];
  const header = annotate(bytes, (ruler) => {
    if (api === undefined) ruler.reader.fail(`api key ${apiKey} is not known`);
    else if (side === 'request') requestHeader(ruler, api, version);
    else responseHeader(ruler, api, version);
    if (api === undefined) return;
    const shape = side === 'request' ? api.request : api.response;
    const body = annotateStruct(ruler.reader, shape, { version, flexible: isFlexible(api, version) });
    for (const span of body.fields) ruler.fields.push(fieldOf(span));
    if (body.stop !== null) bodyStop = stopAt(body.stop.at, body.stop.reason);
  });
  const stop = header.stop ?? bodyStop;
  const isShown = ({ at }: { readonly at: number }): boolean => at < shownMax;
  return { fields: header.fields.filter(isShown), stop: stop !== null && isShown(stop) ? stop : null };
}

function requestHeader(ruler: Ruler, api: ApiDefinition, version: number): void {
  ruler.field(
    (r) => r.int16(),
    (value) => ({ name: 'apiKey', type: 'int16', value, say: 'frame.apiKey', params: { api: api.name } }),
  );
  ruler.field(
    (r) => r.int16(),
    (value) => ({ name: 'apiVersion', type: 'int16', value, say: 'frame.apiVersion' }),
  );
  ruler.field(
    (r) => r.int32(),
    (value) => ({ name: 'correlationId', type: 'int32', value, say: 'frame.correlationId' }),
  );
  ruler.field(
    (r) => {
      const size = r.int16();
      return size < 0 ? 'null' : r.text(size);
    },
    (value) => ({ name: 'clientId', type: 'string', value, say: 'frame.clientId' }),
  );
  if (isFlexible(api, version)) tags(ruler);
}

function responseHeader(ruler: Ruler, api: ApiDefinition, version: number): void {
  ruler.field(
    (r) => r.int32(),
    (value) => ({ name: 'correlationId', type: 'int32', value, say: 'frame.correlationId' }),
  );
  if (hasFlexibleResponseHeader(api, version)) tags(ruler);
}

function tags(ruler: Ruler): void {
  ruler.field(
    (r) => {
      const count = r.unsignedVarint();
      for (let i = 0; i < count; i++) {
        r.unsignedVarint();
        r.skip(r.unsignedVarint());
      }
      return count;
    },
    (value) => ({ name: 'headerTags', type: 'unsigned varint', value, say: 'frame.tags' }),
  );
}

/** Fields that decide what happens to a transaction or a write. */
const DECIDING =
  /^(producerId|producerEpoch|errorCode|committed|transactionalId|isolationLevel|acks|baseOffset)$/;

function fieldOf({ name, value, ...span }: FieldSpan): ByteField {
  const isError = name === 'errorCode' || name === 'partitionErrorCode';
  return {
    ...span,
    name,
    value: isError ? `${value} ${errorName(Number(value))}` : value,
    isDeciding: DECIDING.test(name),
    say: isError
      ? { key: 'bytes.frame.errorCode', params: { value, name: errorName(Number(value)) } }
      : { key: 'bytes.frame.field', params: {} },
  };
}
