import { expect, it } from 'vitest';
import { openedNames } from '../../../../renderer/state/opened-names.ts';

const pack = (id: string, name: string) => ({ pack: id, name, directory: `/tmp/fencepost-pack-${id}/logs` });
const group = (id: string, path: string) => ({
  view: { id, path, name: path.slice(path.lastIndexOf('/') + 1) },
});

it('directories of one name are told apart by the folders before it', () => {
  const groups = [group('o1', '/lab/one/data'), group('o2', '/lab/two/data'), group('o3', '/lab/logs')];
  expect([...openedNames({ packs: [], groups }).groups.values()]).toEqual(['one/data', 'two/data', 'logs']);
});

it('the logs of a pack are called as the pack, and packs of one name are counted', () => {
  const packs = [pack('p1', 'evidence.fence'), pack('p2', 'evidence.fence')];
  const groups = [group('o1', '/tmp/fencepost-pack-p2/logs'), group('o2', '/lab/logs')];
  const names = openedNames({ packs, groups });
  expect([...names.packs.values()]).toEqual(['evidence.fence', 'evidence.fence (2)']);
  expect([...names.groups.values()]).toEqual(['evidence.fence (2)', 'logs']);
});
