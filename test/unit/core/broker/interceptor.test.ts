import { describe, expect, test } from 'vitest';
import type { Exchange, Verdict } from '#core/broker/interceptor.ts';
import { Interceptor, PASS } from '#core/broker/interceptor.ts';
import { EndTxn } from '#core/protocol/messages/26-end-txn.ts';

const exchange: Exchange = {
  frame: 1,
  connection: 1,
  clientId: 'a',
  api: EndTxn,
  version: 5,
  correlationId: 7,
  requestFrame: Buffer.alloc(0),
  request: {},
  receivedAtMs: 0,
};
const DROP: Verdict = { kind: 'drop' };

describe('an interceptor', () => {
  test('is idle until something is registered, and again after it is taken away', () => {
    const interceptor = new Interceptor();
    expect([interceptor.isIdle, interceptor.hasHooks]).toEqual([true, false]);
    const stopObserving = interceptor.observe(() => undefined);
    expect([interceptor.isIdle, interceptor.hasHooks]).toEqual([false, false]);
    const stopHook = interceptor.onRequest(26, () => PASS);
    expect(interceptor.hasHooks).toBe(true);
    stopHook();
    stopObserving();
    expect([interceptor.isIdle, interceptor.hasHooks]).toEqual([true, false]);
  });

  test('asks the hooks of the API and those of every API, and the first that does not pass decides', () => {
    const interceptor = new Interceptor();
    const asked: string[] = [];
    const hook = (name: string, verdict: Verdict) => () => {
      asked.push(name);
      return verdict;
    };
    interceptor.onRequest(0, hook('produce', DROP));
    interceptor.onRequest(undefined, hook('any', PASS));
    interceptor.onRequest(26, hook('endTxn', { kind: 'close' }));
    interceptor.onRequest(26, hook('later', DROP));
    expect(interceptor.judgeRequest(exchange)).toEqual({ kind: 'close' });
    expect(asked).toEqual(['any', 'endTxn']);
  });

  test('a hook that answers later holds the exchange, and the ones after it are asked then', async () => {
    const interceptor = new Interceptor();
    let release = (_: Verdict): void => undefined;
    interceptor.onResponse(
      26,
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    interceptor.onResponse(26, () => DROP);
    const verdict = interceptor.judgeResponse(exchange, {});
    expect(verdict).toBeInstanceOf(Promise);
    release(PASS);
    expect(await verdict).toEqual(DROP);
  });
});
