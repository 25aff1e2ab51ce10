/** Is the build older than what it was made from? Compares contents, so that a fresh checkout's times do not matter. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './install.mjs';

const SOURCES = ['core', 'electron', 'renderer', 'build', 'package-lock.json', 'package.json'];
const STAMP = path.join(ROOT, 'dist', '.built-from');

function* filesBelow(entry) {
  const full = path.join(ROOT, entry);
  if (!fs.existsSync(full)) return;
  if (!fs.statSync(full).isDirectory()) {
    yield entry;
    return;
  }
  for (const child of fs.readdirSync(full).sort()) yield* filesBelow(path.join(entry, child));
}

function sourceDigest() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesBelow(source)) hash.update(file).update(fs.readFileSync(path.join(ROOT, file)));
  }
  return hash.digest('hex');
}

export function isBuildStale() {
  return !fs.existsSync(STAMP) || fs.readFileSync(STAMP, 'utf8') !== sourceDigest();
}

export function markBuilt() {
  fs.writeFileSync(STAMP, sourceDigest());
}
