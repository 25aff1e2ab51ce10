import { LAYERS, NODE_FOLDERS } from './layers.mjs';

const layerRules = Object.entries(LAYERS).map(([folder, allowed]) => ({
  name: `layer-${folder.replace('/', '-')}`,
  comment: `${folder} may import ${allowed.length === 0 ? 'nothing of ours' : allowed.join(', ')}`,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: { path: '^(core|electron|renderer)/', pathNot: `^(${[folder, ...allowed].join('|')})/` },
}));

export default {
  forbidden: [
    ...layerRules,
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(svelte|electron)' },
    },
    {
      name: 'electron-stays-in-electron',
      severity: 'error',
      from: { pathNot: '^electron/' },
      to: { path: '^(node_modules/)?electron($|/)' },
    },
    {
      name: 'node-comes-in-through-platform',
      comment: 'Everything else gets the machine through Clock, Disk, Network and Random (ADR 0008).',
      severity: 'error',
      from: {
        path: '^(core|renderer)/',
        pathNot: `^(${NODE_FOLDERS.join('|')})/|^core/protocol/records/compression`,
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'window-never-sees-the-server-half',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^core/lab-api/server\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'svelte', 'default'] },
  },
};
