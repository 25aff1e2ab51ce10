import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiVersions } from '#core/protocol/messages/18-api-versions.ts';
import { UpdateFeatures } from '#core/protocol/messages/57-update-features.ts';
import type { TestClient } from '../../../../support/broker-world.ts';
import { BrokerWorld } from '../../../../support/broker-world.ts';

const FAILED = 'The update failed for all features since the following feature had an error:';
const UPGRADE = 1;
const SAFE_DOWNGRADE = 2;

let world: BrokerWorld;
let client: TestClient;
beforeEach(async () => {
  world = await BrokerWorld.start();
  client = await world.connect();
});
afterEach(() => world.end());

function update(feature: string, maxVersionLevel: number, upgradeType = UPGRADE) {
  return { feature, maxVersionLevel, upgradeType };
}

function asked(featureUpdates: ReturnType<typeof update>[], validateOnly = false) {
  return client.ask(UpdateFeatures, 2, { featureUpdates, validateOnly });
}

async function finalized() {
  const software = { clientSoftwareName: 'test', clientSoftwareVersion: '1' };
  const { finalizedFeatures, finalizedFeaturesEpoch } = await client.ask(ApiVersions, 4, software);
  const levels = Object.fromEntries(
    finalizedFeatures.map(({ name, maxVersionLevel }) => [name, maxVersionLevel]),
  );
  return { levels, epoch: finalizedFeaturesEpoch };
}

test('transaction.version goes down and up while the broker runs, and stays so', async () => {
  const before = await finalized();
  expect(before.levels['transaction.version']).toBe(2);
  expect(await asked([update('transaction.version', 1, SAFE_DOWNGRADE)])).toMatchObject({ errorCode: 0 });
  expect(world.broker.transactionVersion).toBe(1);
  expect((await finalized()).epoch).toBe(before.epoch + 1);
  await world.restart();
  client = await world.connect();
  expect(world.broker.transactionVersion).toBe(1);
  await asked([update('transaction.version', 2)]);
  expect((await finalized()).levels['transaction.version']).toBe(2);
});

test('a level of 0 is no longer named', async () => {
  await asked([update('transaction.version', 0, SAFE_DOWNGRADE), update('group.version', 0, SAFE_DOWNGRADE)]);
  const { levels } = await finalized();
  expect(levels).not.toHaveProperty('transaction.version');
  expect(levels).not.toHaveProperty('group.version');
});

test('only looking changes nothing, nor does the level that is there', async () => {
  const before = await finalized();
  await asked([update('transaction.version', 1, SAFE_DOWNGRADE)], true);
  await asked([update('transaction.version', 2)]);
  expect(await finalized()).toEqual(before);
});

test.each([
  [
    update('transaction.version', 1),
    "Invalid update version 1 for feature transaction.version. Can't downgrade the version of this feature without " +
      'setting the upgrade type to either safe or unsafe downgrade.',
  ],
  [
    update('transaction.version', 3),
    'Invalid update version 3 for feature transaction.version. Local controller 1 only supports versions 0-2',
  ],
  [
    update('transaction.version', -1),
    'Invalid update version -1 for feature transaction.version. A feature version cannot be less than 0.',
  ],
  [
    update('transaction.version', 1, 9),
    'Invalid update version 1 for feature transaction.version. The controller does not support the given upgrade type.',
  ],
  [
    update('bogus', 1),
    'Invalid update version 1 for feature bogus. Local controller 1 does not support this feature.',
  ],
  [
    update('metadata.version', 20, SAFE_DOWNGRADE),
    'Unsupported metadata.version downgrade from 30 to 20. Refusing to perform the requested downgrade because it ' +
      'might delete metadata information.',
  ],
])('%j is refused in words of Kafka, and all others with it', async (wrong, says) => {
  const response = await asked([update('transaction.version', 0, SAFE_DOWNGRADE), wrong]);
  expect(response).toMatchObject({ errorCode: 95, errorMessage: `${FAILED} ${says}` });
  expect(world.broker.transactionVersion).toBe(2);
});

test('before v2 each feature is answered by name, and v0 cannot downgrade', async () => {
  const v1 = { featureUpdates: [update('transaction.version', 1, SAFE_DOWNGRADE)] };
  expect(await client.ask(UpdateFeatures, 1, v1)).toMatchObject({
    errorCode: 0,
    results: [{ feature: 'transaction.version', errorCode: 0, errorMessage: 'NONE' }],
  });
  const v0 = {
    featureUpdates: [{ feature: 'transaction.version', maxVersionLevel: 0, allowDowngrade: true }],
  };
  expect(await client.ask(UpdateFeatures, 0, v0)).toMatchObject({ errorCode: 95 });
});
