/** Members of a group in processes of their own. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** Our own consumer: see member-process.ts. */
export function ownMember(config: { readonly [key: string]: string }, topic: string): Command {
  const program = fileURLToPath(new URL('member-process.ts', import.meta.url));
  return [process.execPath, '--import', 'tsx', program, JSON.stringify(config), topic];
}

/** Starts a member; `ready N` says what it is assigned, every other line is a value that it has read and committed. */
export function memberProcess([program, ...args]: Command) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return {
    values: () => lines.filter((line) => !line.startsWith('ready')),
    assigned: () => lines.findLast((line) => line.startsWith('ready')),
    /** Lets it leave its group. */
    end: () => child.kill('SIGTERM'),
    kill: () => child.kill('SIGKILL'),
  };
}
