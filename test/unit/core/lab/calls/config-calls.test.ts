import { expect, test } from 'vitest';
import { configCalls } from '#core/lab/calls/config-calls.ts';
import type { PlaceInput } from '#core/lab-api/config-views.ts';
import { LabError } from '#core/lab-api/lab-error.ts';

const place = async (input: PlaceInput) => configCalls()['keys.place'](input);

test('keys.place takes text, hex and no key at all', async () => {
  const view = await place({
    keys: [
      { kind: 'text', value: 'user-42' },
      { kind: 'hex', value: '75 73 65 72 2d 34 32' },
      { kind: 'null' },
    ],
    partitions: 12,
    partitionsAfter: null,
  });
  expect(view.keys.map(({ hex }) => hex)).toEqual(['757365722d3432', '757365722d3432', null]);
  expect(view.keys[0]?.places[0]).toEqual({
    hash: 'java',
    value: 1459644460,
    partition: 4,
    partitionAfter: null,
  });
  expect(view.keys[1]?.places).toEqual(view.keys[0]?.places);
  expect(view.movedShare).toBeNull();
});

test('keys.place writes half a surrogate pair as StringSerializer does', async () => {
  const keys = [
    { kind: 'text', value: 'a\ud800b' },
    { kind: 'hex', value: '61 3f 62' },
  ] as const;
  const [text, hex] = (await place({ keys, partitions: 12, partitionsAfter: null })).keys;
  expect(text?.hex).toBe('613f62');
  expect(text?.places).toEqual(hex?.places);
});

test('keys.place says which keys move when partitions are added', async () => {
  const view = await place({ keys: [{ kind: 'text', value: 'user-42' }], partitions: 3, partitionsAfter: 5 });
  expect(view.keys[0]?.places[0]).toMatchObject({ partition: 1, partitionAfter: 0 });
  expect(view.hashes[0]).toEqual({ hash: 'java', decided: 1, moved: 1, likeJava: 1 });
  expect(view.movedShare).toBeCloseTo(0.8, 10);
});

test('keys.place says how hex is written', async () => {
  const input = { keys: [{ kind: 'hex', value: 'xyz' }], partitions: 3, partitionsAfter: null } as const;
  await expect(place(input)).rejects.toThrow(LabError);
  await expect(place(input)).rejects.toThrow('"xyz" is not the hex form of a key.');
});

test('config.examine answers with the exception of the chosen generation', async () => {
  const text =
    'bootstrap.servers=localhost:9092\nenable.idempotence=true\nmax.in.flight.requests.per.connection=6';
  const sentences = await Promise.all(
    (['2.x', '3.x', '4.x'] as const).map(async (profile) => {
      const { refusal } = await configCalls()['config.examine']({ text, profile });
      return (refusal?.cause ?? refusal)?.sentence;
    }),
  );
  expect(sentences).toEqual([
    'Must set max.in.flight.requests.per.connection to at most 5 to use the idempotent producer.',
    'Must set max.in.flight.requests.per.connection to at most 5 to use the idempotent producer.',
    'To use the idempotent producer, max.in.flight.requests.per.connection must be set to at most 5. Current value is 6.',
  ]);
});
