import { describe, expect, test } from 'vitest';
import { bordersAreSpelled, importsRespectLayers } from './rules/import-rules.ts';
import type { TextRule } from './rules/text-rules.ts';
import {
  documentsHaveOneTitle,
  filesAreShort,
  noColourLiterals,
  noLeftOvers,
  noMathRandomInCore,
  noRawHtml,
  suppressionsHaveReasons,
} from './rules/text-rules.ts';
import type { TrackedFile } from './tracked-files.ts';
import { trackedFiles } from './tracked-files.ts';

function fileOf(path: string, text: string): TrackedFile {
  return { path, text, lines: text.split('\n') };
}

/** Every rule with an example that breaks it: a rule that cannot fail is no rule. */
const RULES: readonly { name: string; rule: TextRule; broken: TrackedFile }[] = [
  { name: 'files are short', rule: filesAreShort, broken: fileOf('core/log/a.ts', 'x\n'.repeat(500)) },
  { name: 'nothing is left over', rule: noLeftOvers, broken: fileOf('core/log/a.ts', `// ${'TO'}DO later`) },
  {
    name: 'suppressions have reasons',
    rule: suppressionsHaveReasons,
    broken: fileOf('core/a.ts', `// @ts-${'ignore'}`),
  },
  { name: 'no raw markup in the window', rule: noRawHtml, broken: fileOf('renderer/A.svelte', '{@html x}') },
  {
    name: 'chance comes from Random',
    rule: noMathRandomInCore,
    broken: fileOf('core/log/a.ts', 'Math.random()'),
  },
  {
    name: 'colours live in tokens.css',
    rule: noColourLiterals,
    broken: fileOf('renderer/A.svelte', 'color: #fff;'),
  },
  {
    name: 'documents have one title',
    rule: documentsHaveOneTitle,
    broken: fileOf('docs/a.md', '# One\n# Two'),
  },
  {
    name: 'imports respect the layers',
    rule: importsRespectLayers,
    broken: fileOf('core/client/a.ts', "import type { B } from '#core/broker/b.ts';"),
  },
  {
    name: 'borders between folders are spelled #core/',
    rule: bordersAreSpelled,
    broken: fileOf('core/log/a.ts', "import { B } from '../base/b.ts';"),
  },
];

describe.each(RULES)('$name', ({ rule, broken }) => {
  test('holds in every file', () => {
    expect(trackedFiles().flatMap((file) => rule(file))).toEqual([]);
  });
  test('is broken by its own example', () => {
    expect(rule(broken)).not.toEqual([]);
  });
});
