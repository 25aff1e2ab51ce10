import { portOwner } from './port-owner.ts';

/** Why a lab could not start, in one sentence with what to do. */
export function startFailure(
  error: unknown,
  args: { readonly port?: string | number | undefined; readonly data?: string | undefined },
): string {
  const { code, message, problem } = error as NodeJS.ErrnoException & { readonly problem?: string };
  if (problem === 'locked') return `${message}. Stop it, or use another directory.`;
  if (problem === 'notALogDirectory') return `${message}. Use an empty directory, or one that Kafka wrote.`;
  switch (code) {
    case 'EADDRINUSE': {
      const owner = portOwner(Number(args.port));
      const who = owner === undefined ? 'Something' : `Process ${owner.name} (${owner.pid})`;
      return `Port ${args.port} is taken. ${who} listens there; stop it or use another port.`;
    }
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Not allowed to use port ${args.port ?? 9092} or directory ${args.data ?? ''}: ${message}`;
    case 'ENOSPC':
      return `The disk is full: ${message}. Make room, then start again.`;
    default:
      return message.replaceAll('\n', ' ');
  }
}
