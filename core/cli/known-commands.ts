/** Commander answers `bogus --help` with the help of what it knows: an unknown command is a mistake all the same. */
import type { Command } from 'commander';

const HELP = new Set(['help', '--help', '-h']);

/**
 * The arguments, without what asks for help where a command is named that does not exist: then parsing them says so. Options in front
 * of a command take no values.
 */
export function withoutHelpOfUnknown(program: Command, args: readonly string[]): readonly string[] {
  let command = program;
  for (const arg of args) {
    if (arg.startsWith('-') || HELP.has(arg)) continue;
    if (command.commands.length === 0) break;
    const next = command.commands.find((one) => one.name() === arg);
    if (next === undefined) return args.filter((one) => !HELP.has(one));
    command = next;
  }
  return args;
}
