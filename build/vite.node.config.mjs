/** One entry for Node or for Electron's main process, as a single CommonJS file. */
import path from 'node:path';
import { defineConfig } from 'vite';
import { ROOT } from './lib/install.mjs';

/** Native addons stay packages; everything else is bundled, so that start-up reads one file. */
const EXTERNAL = [
  'electron',
  'lz4-napi',
  'snappy',
  '@node-rs/crc32',
  /^@mongodb-js\/zstd/,
  'bufferutil',
  'utf-8-validate',
];

export const NODE_ENTRIES = {
  cli: 'core/cli/main.ts',
  main: 'electron/main.ts',
  preload: 'electron/preload.ts',
  producer: 'core/host/producer-process.ts',
  watchdog: 'core/host/watchdog-process.ts',
  scan: 'core/host/scan-process.ts',
};

/** @param {keyof typeof NODE_ENTRIES} name */
export function nodeConfig(name) {
  return defineConfig({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    build: {
      ssr: path.join(ROOT, NODE_ENTRIES[name]),
      outDir: path.join(ROOT, 'dist'),
      emptyOutDir: false,
      target: 'node18',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        // How long a plugin took is no news for whoever starts the lab.
        checks: { bundlerTimings: false },
        output: { format: 'cjs', entryFileNames: `${name}.cjs`, codeSplitting: false },
      },
    },
    ssr: { noExternal: true, external: EXTERNAL.filter((entry) => typeof entry === 'string') },
    plugins: [
      {
        name: 'native-addons-stay-packages',
        enforce: 'pre',
        resolveId: (id) =>
          EXTERNAL.some((entry) => (typeof entry === 'string' ? id === entry : entry.test(id)))
            ? { id, external: true }
            : undefined,
      },
    ],
  });
}
