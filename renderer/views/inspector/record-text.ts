/** The contents of a record as a person reads them. */
import type { ContentView } from '#core/lab-api/record-views.ts';

const CONTROL = /\p{Cc}/gu;
const LAST_WITH_PICTURE = 0x1f;
const OTHER_PICTURE = '\ufffd';
const PICTURES = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = '\u2421';
const HEX_A_LINE = 32;

/** Text with its control characters drawn (a line still ends where it ends); bytes as hex, sixteen a line. */
export function readable({ form, text }: Pick<ContentView, 'form' | 'text'>): string {
  if (form === 'hex') {
    const lines = text.match(new RegExp(`.{1,${HEX_A_LINE}}`, 'g')) ?? [];
    return lines.map((line) => (line.match(/../g) ?? []).join(' ')).join('\n');
  }
  return text.replaceAll(CONTROL, (control) => {
    const code = control.charCodeAt(0);
    if (code > LAST_WITH_PICTURE) return code === DELETE ? DELETE_PICTURE : OTHER_PICTURE;
    const picture = String.fromCharCode(PICTURES + code);
    return control === '\n' ? `${picture}\n` : picture;
  });
}
