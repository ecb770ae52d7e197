import type { Command } from './command.ts';
import { productVersion } from './product-version.ts';
import { runCommand } from './run-command.ts';

export interface CommandEntry {
  readonly summary: string;
  /** Imports the command when it is called, so that no command loads the code of the others. */
  readonly load: () => Promise<Command>;
}

/**
 * Runs one command line of `kinora` and returns its exit status: that of the command, or 2 if there is no such command.
 * `overview` is printed by `--help`.
 */
export async function runCommandLine(
  commands: Readonly<Record<string, CommandEntry>>,
  overview: string,
  [name = '--help', ...rest]: readonly string[],
): Promise<number> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endWithoutOutput);
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(overview);
    return 0;
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(`kinora ${productVersion()}\n`);
    return 0;
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry === undefined) {
    process.stderr.write(`kinora: unknown command "${name}"\n\n${overview}`);
    return 2;
  }
  return runCommand(`kinora ${name}`, await entry.load(), rest);
}

/** Ends the program, except after a reader such as `head`, which has read enough. */
function endWithoutOutput({ code }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') return;
  process.stderr.write(`kinora: the output cannot be written (${code})\n`);
  process.exit(1);
}
