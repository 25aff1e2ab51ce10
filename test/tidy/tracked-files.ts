import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top of the checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A tracked text file. */
export interface TrackedFile {
  /** Relative to the top, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
}

const CODE = /\.(ts|svelte|mjs|css|html)$/;

let cached: readonly TrackedFile[] | undefined;

function listFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 << 20 })
    .split('\0')
    .filter(Boolean);
}

/** Code, styles and documents under version control (or about to be), fixtures left out. */
export function trackedFiles(): readonly TrackedFile[] {
  cached ??= listFiles()
    .filter((file) => (CODE.test(file) || file.endsWith('.md')) && !file.startsWith('test/fixtures/'))
    .filter((file) => fs.existsSync(path.join(ROOT, file)))
    .map((file) => {
      const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
      return { path: file, text, lines: text.split('\n') };
    });
  return cached;
}
