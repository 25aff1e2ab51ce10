/** Turns the headers of the broker's handlers into the generated part of docs/fidelity.md. */
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './install.mjs';

const HANDLERS = path.join(ROOT, 'core', 'broker', 'handlers');
export const FIDELITY = path.join(ROOT, 'docs', 'fidelity.md');
const BEGIN = '<!-- generated from the headers of core/broker/handlers: npm run docs -->';
const END = '<!-- end of the generated part -->';

/** The paragraphs of a file's leading comment, each on one line. */
function headerOf(source) {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? '';
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trim());
  return lines
    .join('\n')
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim());
}

/** One section an API. Every handler must say what it does; what it leaves out begins with "Left out:". */
function section(file) {
  const paragraphs = headerOf(fs.readFileSync(path.join(HANDLERS, file), 'utf8'));
  const [, title, rest] = /^(\w+ \(\d+\))[,:.]?\s*(.*)$/s.exec(paragraphs[0] ?? '') ?? [];
  if (title === undefined)
    throw new Error(`${file} does not begin with its API, as in "EndTxn (26), v0 to v5: …"`);
  return [`### ${title}`, rest, ...paragraphs.slice(1)].filter(Boolean).join('\n\n');
}

function generated() {
  const files = fs
    .readdirSync(HANDLERS)
    .filter((name) => /^\d+-.*\.ts$/.test(name))
    .sort();
  return `${BEGIN}\n\n${files.map(section).join('\n\n')}\n\n${END}`;
}

/** docs/fidelity.md as it should be: the hand-written part as it is, the generated part renewed. */
export function renderFidelity() {
  const current = fs.readFileSync(FIDELITY, 'utf8');
  const begin = current.indexOf(BEGIN);
  const end = current.indexOf(END);
  if (begin < 0 || end < 0) throw new Error('docs/fidelity.md has lost the marks of its generated part');
  return current.slice(0, begin) + generated() + current.slice(end + END.length);
}
