/** A stretch of a command, and whether the person has to change it. */
export interface CommandPart {
  readonly at: number;
  readonly text: string;
  readonly isChangeable: boolean;
}

/** Splits a command at every occurrence of the changeable words. The parts joined are the command. */
export function splitCommand(command: string, changeable: readonly string[]): CommandPart[] {
  const parts: CommandPart[] = [];
  let at = 0;
  while (at < command.length) {
    const next = nearest(command, at, changeable);
    if (next === undefined) {
      parts.push({ at, text: command.slice(at), isChangeable: false });
      break;
    }
    if (next.at > at) {
      parts.push({ at, text: command.slice(at, next.at), isChangeable: false });
    }
    parts.push({ at: next.at, text: next.word, isChangeable: true });
    at = next.at + next.word.length;
  }
  return parts;
}

function nearest(
  command: string,
  from: number,
  words: readonly string[],
): { readonly at: number; readonly word: string } | undefined {
  let found: { at: number; word: string } | undefined;
  for (const word of words) {
    const at = word === '' ? -1 : command.indexOf(word, from);
    if (at >= 0 && (found === undefined || at < found.at)) {
      found = { at, word };
    }
  }
  return found;
}
