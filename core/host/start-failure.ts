import { printable } from '#core/base/printable.ts';
import { diskFailure } from './disk-failure.ts';
import { portOwner } from './port-owner.ts';

/** Why a lab could not start, in one sentence with what to do. */
export function startFailure(
  error: unknown,
  args: { readonly port?: string | number | undefined; readonly data?: string | undefined },
): string {
  const { code, message, problem } = error as NodeJS.ErrnoException & { readonly problem?: string };
  if (problem === 'locked') return `${message}. Stop it, or use another directory.`;
  if (problem === 'notALogDirectory') return `${message}. Use an empty directory, or one that Kafka wrote.`;
  const failure = diskFailure(error, args.data ?? 'the temporary directory');
  if (failure !== undefined) return `${failure[0]?.toUpperCase()}${failure.slice(1)}.`;
  switch (code) {
    case 'EADDRINUSE': {
      const owner = portOwner(Number(args.port));
      const who = owner === undefined ? 'Something' : `Process ${owner.name} (${owner.pid})`;
      return `Port ${args.port} is taken. ${who} listens there; stop it or use another port.`;
    }
    case 'EACCES':
    case 'EPERM':
      return `Not allowed to listen on port ${args.port ?? 9092}. Choose another port.`;
    default:
      return printable(message.replaceAll('\n', ' '));
  }
}
