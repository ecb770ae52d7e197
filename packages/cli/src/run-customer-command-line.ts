import { runCommandLine } from '@kinora/program/run-command-line';
import { customerCommands } from './commands.ts';

/** Runs one command line of a customer and returns its exit status. */
export function runCustomerCommandLine(argv: readonly string[]): Promise<number> {
  return runCommandLine(customerCommands, overview(), argv);
}

function overview(): string {
  const lines = Object.entries(customerCommands).map(
    ([name, { summary }]) => `  ${name.padEnd(11)} ${summary}`,
  );
  return [
    'Kinora: images and videos with sound, from a prompt.',
    '',
    'Usage: kinora <command> [options]',
    '',
    ...lines,
    '',
    'Run kinora <command> --help for its options, kinora --version for the version.',
    '',
  ].join('\n');
}
