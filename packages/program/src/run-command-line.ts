import type { Command } from './command.ts';
import { guardOutput } from './guard-output.ts';
import { productVersion } from './product-version.ts';
import { runCommand } from './run-command.ts';
import { writeText } from './terminal-text.ts';

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
  guardOutput();
  if (name === '--help' || name === '-h' || name === 'help') {
    writeText(overview);
    return 0;
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(`kinora ${productVersion()}\n`);
    return 0;
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry === undefined) {
    writeText(`kinora: unknown command "${name}"\n\n${overview}`, process.stderr);
    return 2;
  }
  return runCommand(`kinora ${name}`, await entry.load(), rest);
}
