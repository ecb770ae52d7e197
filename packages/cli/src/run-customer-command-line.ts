import { runCommand } from '@kinora/program/run-command';
import { customerCommands } from './commands.ts';
import { exitStatus } from './exit-status.ts';

/** Runs one command line of a customer and returns its exit status. */
export async function runCustomerCommandLine(argv: readonly string[]): Promise<number> {
  const [name = '--help', ...rest] = argv;
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(overview());
    return exitStatus.done;
  }
  const entry = Object.hasOwn(customerCommands, name) ? customerCommands[name] : undefined;
  if (entry === undefined) {
    process.stderr.write(`kinora: unknown command "${name}"\n\n${overview()}`);
    return exitStatus.usage;
  }
  return runCommand(`kinora ${name}`, await entry.load(), rest);
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
    'Run kinora <command> --help for its options.',
    '',
  ].join('\n');
}
