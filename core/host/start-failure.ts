import { printable } from '#core/base/printable.ts';
import { diskProblem } from './disk-failure.ts';
import { portOwner } from './port-owner.ts';
import { START_FAILURE_WORDS, type StartFailureLanguage } from './start-failure-words.ts';

/** The port that is meant when none is named. */
const PORT = 9092;

/** Why a lab could not start, in one sentence with what to do; in English when no language is asked for. */
export function startFailure(
  error: unknown,
  args: {
    readonly port?: string | number | undefined;
    readonly data?: string | undefined;
    readonly language?: StartFailureLanguage | undefined;
  },
): string {
  const words = START_FAILURE_WORDS[args.language ?? 'en'];
  const { code, message, problem } = error as NodeJS.ErrnoException & { readonly problem?: string };
  if (problem === 'locked') return words.locked(message);
  if (problem === 'notALogDirectory') return words.notALogDirectory(message);
  const refused = diskProblem(error, args.data ?? words.temporary);
  if (refused !== undefined) return words.disk(refused);
  if (problem === 'unreadable') return words.unreadable(printable(message));
  switch (code) {
    case 'EADDRINUSE':
      return words.portTaken(String(args.port ?? PORT), portOwner(Number(args.port ?? PORT)));
    case 'EACCES':
    case 'EPERM':
      return words.portRefused(String(args.port ?? PORT));
    default:
      return printable(message.replaceAll('\n', ' '));
  }
}
