/** Colours come from tokens.css and from nowhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../renderer', import.meta.url));
const NAMED =
  'white|black|red|green|blue|yellow|orange|purple|grey|gray|silver|navy|teal|maroon|olive|lime|aqua|fuchsia|pink|brown';

/** What counts as a colour in a file of this kind. `transparent` and `currentColor` are no colours of our own. */
function literals(file: string, text: string): string[] {
  const hex = '#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})';
  const functions = '\\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\\(';
  if (file.endsWith('.ts'))
    return text.match(new RegExp(`['"\`]${hex}['"\`]|['"\`]${functions}`, 'gi')) ?? [];
  const style = file.endsWith('.css') ? text : (/<style[^>]*>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '');
  const markup = file.endsWith('.css') ? '' : text.replace(style, '');
  return [
    ...(style.match(new RegExp(`${hex}\\b|${functions}|:\\s*(?:${NAMED})\\b(?=[;\\s])`, 'gi')) ?? []),
    ...(markup.match(
      new RegExp(`(?:fill|stroke|color|background)=?"(?:${hex}|${functions}|(?:${NAMED}))`, 'gi'),
    ) ?? []),
    ...(markup.match(new RegExp(`['"\`]${hex}['"\`]`, 'gi')) ?? []),
  ];
}

describe('colour literals', () => {
  it('occur only in tokens.css', () => {
    const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(svelte|ts|css)$/.test(file) && file !== 'tokens.css')
      .flatMap((file) =>
        literals(file, readFileSync(join(root, file), 'utf8')).map((one) => `${file}: ${one}`),
      );
    expect(found).toEqual([]);
  });

  it.each([
    ['a.svelte', '<style>p { color: #fff; }</style>'],
    ['a.svelte', '<style>p { background: rgba(0,0,0,.5); }</style>'],
    ['a.svelte', '<style>p { color: white; }</style>'],
    ['a.svelte', '<path fill="#aabbcc" />'],
    ['a.ts', "const paint = '#aabbcc';"],
    ['a.css', 'p { border: 1px solid hsl(0 0% 0%); }'],
  ])('are found in %s: %s', (file, text) => {
    expect(literals(file, text)).not.toEqual([]);
  });

  it.each([
    [
      'a.svelte',
      '{#each rows as row (row)}<i style:color="var(--text-1)"></i>{/each}<style>p { color: transparent; }</style>',
    ],
    ['a.ts', "import type { A } from '#core/lab-api/views.ts'; class B { #feed = 1; }"],
  ])('are not seen in %s: %s', (file, text) => {
    expect(literals(file, text)).toEqual([]);
  });
});
