/**
 * Widths of labels without a browser: IBM Plex Mono is 0.6 em wide, IBM Plex Sans has the advances below (thousandths of an em,
 * regular weight, U+0020 to U+007E), a Hangul or other wide character is one em. Strong text is taken as 3 % wider.
 */
const SANS_ADVANCES = [
  236, 284, 419, 713, 598, 927, 694, 242, 335, 335, 450, 600, 272, 399, 272, 383, 600, 600, 600, 600, 600,
  600, 600, 600, 600, 600, 292, 292, 600, 600, 600, 477, 891, 641, 653, 621, 671, 583, 559, 695, 707, 400,
  510, 634, 501, 812, 707, 708, 606, 708, 640, 581, 572, 678, 609, 891, 613, 593, 580, 317, 383, 317, 600,
  565, 600, 534, 580, 503, 580, 549, 324, 528, 568, 250, 250, 527, 272, 873, 568, 560, 580, 580, 367, 487,
  351, 568, 492, 768, 507, 499, 464, 343, 314, 343, 600,
];
const FIRST = 0x20;
const LATIN_OTHER = 560;
const WIDE = 1000;

export interface TextStyle {
  /** Pixels. */
  readonly size: number;
  readonly font?: 'mono' | 'ui';
  /** 400, 500 or 600. */
  readonly weight?: number;
}

/** Characters that take a whole em: Hangul, Kana, Han and full-width forms. */
function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0x2e80 && code <= 0xd7ff) ||
    (code >= 0xff00 && code <= 0xffef)
  );
}

/** Width of a text in pixels. */
export function textWidth(text: string, style: TextStyle): number {
  const isMono = style.font !== 'ui';
  const scale = !isMono && (style.weight ?? 400) >= 600 ? 1.03 : 1;
  let thousandths = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? FIRST;
    if (isWide(code)) thousandths += WIDE;
    else if (isMono) thousandths += 600;
    else thousandths += SANS_ADVANCES[code - FIRST] ?? LATIN_OTHER;
  }
  return (thousandths * scale * style.size) / 1000;
}

/** The text, or as much of it as fits with an ellipsis; empty when not even one character does. For data, never for labels. */
export function fitText(text: string, width: number, style: TextStyle): string {
  if (textWidth(text, style) <= width) return text;
  const characters = [...text];
  while (characters.length > 0) {
    characters.pop();
    const shorter = `${characters.join('')}…`;
    if (characters.length > 0 && textWidth(shorter, style) <= width) return shorter;
  }
  return '';
}

/** As `fitText`, but the end stays too: names that differ in their last characters remain different. */
export function fitMiddle(text: string, width: number, style: TextStyle): string {
  if (textWidth(text, style) <= width) return text;
  const characters = [...text];
  for (let kept = characters.length - 1; kept > 2; kept--) {
    const tail = Math.floor(kept * 0.4);
    const shorter = `${characters.slice(0, kept - tail).join('')}…${characters.slice(-tail).join('')}`;
    if (textWidth(shorter, style) <= width) return shorter;
  }
  return fitText(text, width, style);
}

/** The first of several wordings that fits; undefined when none does. Labels give up words, they are not cut. */
export function firstFitting(
  wordings: readonly string[],
  width: number,
  style: TextStyle,
): string | undefined {
  return wordings.find((wording) => textWidth(wording, style) <= width);
}
