import { describe, expect, test } from 'vitest';
import { clientRelease, LATEST_RELEASE, profileOf } from '#core/client/client-release.ts';
import { FixedBackoff } from '#core/client/network/backoff.ts';
import { newestVersionsOf } from '#core/client/network/release-versions.ts';
import { startedProducer } from '../../../support/client-world.ts';

describe('a client version', () => {
  test('is a release or a generation, which stands for its last', () => {
    expect(['2.0', '2.8.2', '2.x', '3.10', '3.x', '4.x'].map(clientRelease)).toEqual([
      200, 208, 208, 310, 309, 403,
    ]);
    expect(clientRelease(undefined)).toBe(LATEST_RELEASE);
    expect([208, 309, 403].map(profileOf)).toEqual(['2.x', '3.x', '4.x']);
  });

  test.each(['1.1', '5.0', '4.9', 'x', '2', ''])('%j is none', (version) => {
    expect(() => clientRelease(version)).toThrow(`There is no client version ${version}: `);
  });

  test('decides which versions are spoken', () => {
    expect(
      [200, 203, 204, 207, 208, 302, 308, 309, 400].map((release) => newestVersionsOf(release)[0]),
    ).toEqual([7, 7, 8, 8, 9, 9, 9, 11, undefined]);
  });

  test.each([
    ['2.3', ['FindCoordinator v2', 'InitProducerId v1', 'AddPartitionsToTxn v1', 'Produce v7', 'EndTxn v1']],
    ['2.x', ['FindCoordinator v3', 'InitProducerId v4', 'AddPartitionsToTxn v3', 'Produce v9', 'EndTxn v3']],
    ['3.x', ['FindCoordinator v6', 'InitProducerId v5', 'AddPartitionsToTxn v3', 'Produce v11', 'EndTxn v4']],
    ['4.x', ['FindCoordinator v6', 'InitProducerId v5', 'Produce v13', 'EndTxn v5']],
  ])('%s: a transaction on a cluster that could do KIP-890', async (clientVersion, calls) => {
    const { world, producer } = await startedProducer(2, {}, { clientVersion });
    producer.beginTransaction();
    await world.send(producer, { topic: 't', partition: 0, value: 'x' });
    await world.settle(producer.commitTransaction());
    const sent = world.broker.requests.map(({ api, version }) => `${api} v${version}`);
    expect(sent.filter((call) => !/^(ApiVersions|Metadata)/.test(call))).toEqual(calls);
    expect(producer.isTransactionV2).toBe(clientVersion === '4.x');
  });

  test('before 3.7 has pauses that do not grow', () => {
    const backoff = new FixedBackoff(100);
    expect([0, 1, 9].map(() => backoff.delayMs())).toEqual([100, 100, 100]);
  });
});
