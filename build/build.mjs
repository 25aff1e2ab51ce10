/** Builds everything into dist/: the window, the command line, Electron's main and preload, the producer process. */
import fs from 'node:fs';
import path from 'node:path';
import { installIfNeeded, ROOT, requireNode } from './lib/install.mjs';
import { isBuildStale, markBuilt } from './lib/stale.mjs';

requireNode();
installIfNeeded();
if (!process.argv.includes('--if-stale') || isBuildStale()) {
  console.log('Building Fencepost …');
  const { build } = await import('vite');
  const { default: rendererConfig } = await import('./vite.renderer.config.mjs');
  const { NODE_ENTRIES, nodeConfig } = await import('./vite.node.config.mjs');
  fs.mkdirSync(path.join(ROOT, 'dist'), { recursive: true });
  await build(rendererConfig);
  for (const name of Object.keys(NODE_ENTRIES)) await build(nodeConfig(name));
  const cli = path.join(ROOT, 'dist', 'cli.cjs');
  const code = fs.readFileSync(cli, 'utf8');
  if (!code.startsWith('#!')) fs.writeFileSync(cli, `#!/usr/bin/env node\n${code}`);
  fs.chmodSync(cli, 0o755);
  markBuilt();
}
