/**
 * The typefaces, packaged with the window: Latin for words and machine text, and the Korean subsets by Unicode range. A face is
 * read from the package only when a character of its range is first drawn.
 */
import koreanRanges from '@fontsource/ibm-plex-sans-kr/unicode.json';

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191-2193,U+2212';

const FILES = import.meta.glob<string>(
  [
    '../node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-{400,500,600}-normal.woff2',
    '../node_modules/@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-{400,500,600}-normal.woff2',
    '../node_modules/@fontsource/ibm-plex-sans-kr/files/ibm-plex-sans-kr-*-{400,600}-normal.woff2',
  ],
  { query: '?url&no-inline', import: 'default', eager: true },
);

const FAMILIES: readonly { readonly stem: string; readonly family: string }[] = [
  { stem: 'ibm-plex-sans-kr', family: 'IBM Plex Sans KR' },
  { stem: 'ibm-plex-sans', family: 'IBM Plex Sans' },
  { stem: 'ibm-plex-mono', family: 'IBM Plex Mono' },
];

function rangeOf(subset: string): string | undefined {
  if (subset === 'latin') return LATIN;
  return (koreanRanges as { readonly [subset: string]: string })[`[${subset}]`];
}

/** Registers every face with the document. */
export function registerFonts(): void {
  for (const [path, url] of Object.entries(FILES)) {
    const stem = path.slice(path.lastIndexOf('/') + 1);
    const family = FAMILIES.find((candidate) => stem.startsWith(`${candidate.stem}-`));
    const [subset, weight] = stem.slice((family?.stem.length ?? 0) + 1).split('-');
    const unicodeRange = rangeOf(subset ?? '');
    if (family === undefined || weight === undefined || unicodeRange === undefined) continue;
    document.fonts.add(new FontFace(family.family, `url(${url})`, { weight, unicodeRange, display: 'swap' }));
  }
}
