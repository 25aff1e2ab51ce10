/** The window: static files, served by Electron or by the loopback host. */
import path from 'node:path';
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { ROOT } from './lib/install.mjs';

export default defineConfig({
  configFile: false,
  root: path.join(ROOT, 'renderer'),
  base: './',
  logLevel: 'warn',
  build: {
    outDir: path.join(ROOT, 'dist', 'renderer'),
    emptyOutDir: true,
    target: 'chrome114',
    sourcemap: false,
    chunkSizeWarningLimit: 1500,
    assetsInlineLimit: 0,
    // How long a plugin took is no news for whoever starts the lab.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess() })],
});
