import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ClusterFile } from '#core/broker/cluster-file.ts';
import { LogDirectoryError } from '#core/log/log-directory-error.ts';
import { NodeDisk } from '#core/platform/node/node-disk.ts';

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'cluster-file-'));
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

const disk = new NodeDisk();
const topic = {
  name: 'orders',
  id: 'AAAAAAAAAAAAAAAAAAAAAQ',
  leaderEpochs: [0, 3],
  configs: { 'retention.ms': '5' },
};

describe('fencepost.json', () => {
  test('is empty where there is none, and nothing is written by looking', () => {
    expect(ClusterFile.read(disk, directory).state).toMatchObject({ topics: [], nextProducerId: 0 });
    expect(fs.readdirSync(directory)).toEqual([]);
  });

  test('says after each change what the next reader will see', () => {
    const file = ClusterFile.read(disk, directory);
    file.update({ topics: [topic], nextProducerId: 1000 });
    file.update({ transactionVersion: 1, featuresEpoch: 2 });
    expect(ClusterFile.read(disk, directory).state).toEqual(file.state);
    expect(file.state).toMatchObject({ topics: [topic], transactionVersion: 1, nextProducerId: 1000 });
  });

  test('gives each topic a line', () => {
    const file = ClusterFile.read(disk, directory);
    file.update({ topics: [topic, { ...topic, name: 'payments' }] });
    const lines = fs.readFileSync(path.join(directory, 'fencepost.json'), 'utf8').split('\n');
    expect(lines.filter((line) => line.includes('"name"'))).toHaveLength(2);
  });

  test('keeps its state when the disk refuses', () => {
    const file = ClusterFile.read(disk, directory);
    fs.rmSync(directory, { recursive: true });
    expect(() => file.update({ nextProducerId: 5 })).toThrow('ENOENT');
    expect(file.state.nextProducerId).toBe(0);
  });

  test.each([
    ['no JSON', '{"version":1,'],
    ['another version', '{"version":2,"topics":[],"featuresEpoch":1,"nextProducerId":0}'],
    ['null', 'null'],
    ['no topics', '{"version":1,"featuresEpoch":1,"nextProducerId":0}'],
    ['a topic without epochs', '{"version":1,"topics":[{"name":"a"}],"featuresEpoch":1,"nextProducerId":0}'],
    ['a negative producer id', '{"version":1,"topics":[],"featuresEpoch":1,"nextProducerId":-1}'],
  ])('is refused with %s in it', (_, text) => {
    fs.writeFileSync(path.join(directory, 'fencepost.json'), text);
    expect(() => ClusterFile.read(disk, directory)).toThrow(LogDirectoryError);
  });
});
