/**
 * `npm run dev`: the window from its sources, with hot reload, over a lab from its sources, which starts anew when something in
 * core/ changes. The window connects again by itself.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { HOST, startLab } from './lib/dev-lab.mjs';
import { installIfNeeded, ROOT, requireNode } from './lib/install.mjs';
import { whenNpmEnds } from './lib/parent.mjs';

const QUIET_MS = 300;
requireNode();
installIfNeeded();
const { createServer } = await import('vite');
const { default: config } = await import('./vite.renderer.config.mjs');

// The lab serves no page here, yet wants one to be there.
const page = path.join(ROOT, 'dist', 'renderer', 'index.html');
if (!fs.existsSync(page)) await import('./build.mjs');

/** The lab has another token after each start; the page keeps this one. */
const key = randomBytes(24).toString('base64url');
let lab = await startLab(0);
if (lab.token === '') process.exit(1);
const { port } = lab.address;

const vite = await createServer({
  ...config,
  logLevel: 'info',
  server: {
    host: HOST,
    proxy: {
      '/socket': {
        target: `http://${HOST}:${port}`,
        ws: true,
        changeOrigin: true,
        rewriteWsOrigin: true,
        rewrite: (asked) => (asked === `/socket?token=${key}` ? `/socket?token=${lab.token}` : '/refused'),
      },
    },
  },
});
await vite.listen();
console.log(`open ${vite.resolvedUrls.local[0]}#${key}`);

let timer;
let restarted = Promise.resolve();
fs.watch(path.join(ROOT, 'core'), { recursive: true }, (_event, file) => {
  if (!file?.endsWith('.ts')) return;
  clearTimeout(timer);
  timer = setTimeout(() => (restarted = restarted.then(restart)), QUIET_MS);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);
whenNpmEnds(end);

async function restart() {
  lab.child.kill('SIGTERM');
  await lab.ended;
  lab = await startLab(port);
}

async function end() {
  lab.child.kill('SIGTERM');
  await Promise.all([lab.ended, vite.close()]);
  process.exit(0);
}
