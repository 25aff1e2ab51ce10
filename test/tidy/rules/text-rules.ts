import type { TrackedFile } from '../tracked-files.ts';

/** Finds what breaks one house rule in one file; each finding is a readable line. */
export type TextRule = (file: TrackedFile) => readonly string[];

const FILE_LINES_MAX = 400;
/** Tables are as long as what they list. */
const TABLES =
  /^(core\/config\/[a-z]+-config\.ts|core\/protocol\/errors\.ts|core\/observe\/events\.ts|core\/lab-api\/views\.ts|renderer\/text\/)/;

/** Code files stay short; tables and message files may be long. */
export const filesAreShort: TextRule = (file) => {
  if (file.path.endsWith('.md') || TABLES.test(file.path) || file.lines.length <= FILE_LINES_MAX) return [];
  return [`${file.path}: ${file.lines.length} lines, ${FILE_LINES_MAX} at most`];
};

function linesMatching(file: TrackedFile, pattern: RegExp, says: string): string[] {
  return file.lines.flatMap((line, i) =>
    pattern.test(line) ? [`${file.path}:${i + 1}: ${says}: ${line.trim().slice(0, 90)}`] : [],
  );
}

/** Left-overs of work in progress. */
export const noLeftOvers: TextRule = (file) =>
  linesMatching(
    file,
    new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].join('|')})\\b|\\.only\\(`),
    'left over',
  );

/** A suppressed finding says why, on the same line. */
export const suppressionsHaveReasons: TextRule = (file) =>
  linesMatching(
    file,
    /@ts-(ignore|nocheck)|@ts-expect-error\s*$|biome-ignore [\w/]+:?\s*$/,
    'suppression without a reason',
  );

/** The window never interprets text as markup. */
export const noRawHtml: TextRule = (file) =>
  file.path.startsWith('renderer/') ? linesMatching(file, /\{@html/, 'raw markup') : [];

/** Chance comes from Random, so that runs can be repeated. */
export const noMathRandomInCore: TextRule = (file) =>
  file.path.startsWith('core/') && !file.path.startsWith('core/platform/')
    ? linesMatching(file, /Math\.random/, 'ask Random')
    : [];

/** Colours live in one file. */
export const noColourLiterals: TextRule = (file) =>
  file.path.startsWith('renderer/') && !file.path.endsWith('tokens.css') && /\.(svelte|css)$/.test(file.path)
    ? linesMatching(
        file,
        /#[0-9a-f]{3,8}\b(?![-\w])(?!['"`)]*\s*[=(])|\brgba?\(|\bhsla?\(/i,
        'colour literal',
      ).filter((line) => !/href|url\(#|\{#/.test(line))
    : [];

/** One title a document, so that tables of contents work. */
export const documentsHaveOneTitle: TextRule = (file) => {
  if (!file.path.endsWith('.md')) return [];
  const withoutCode = file.text.replace(/^```[\s\S]*?^```/gm, '');
  const titles = withoutCode.split('\n').filter((line) => line.startsWith('# ')).length;
  return titles === 1 ? [] : [`${file.path}: ${titles} titles`];
};
