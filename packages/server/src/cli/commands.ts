import { ConfigError } from '../config.ts';
import { account } from './account.ts';
import { audit } from './audit.ts';
import { type Command, UsageError } from './command.ts';
import { demo } from './demo/demo.ts';
import { doctor } from './doctor.ts';
import { migrateCommand } from './migrate.ts';
import { serve } from './serve.ts';
import { worker } from './worker.ts';

const commands: readonly Command[] = [serve, worker, demo, migrateCommand, doctor, audit, account];

/** Runs one command line and answers its exit status: 0 done, 1 failed, 2 wrong usage. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  const [name = '--help', ...rest] = argv;
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(overview());
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    process.stderr.write(`kinora: there is no command "${name}"\n\n${overview()}`);
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(command.help);
    return 0;
  }
  try {
    return await command.run(rest);
  } catch (error) {
    if (error instanceof UsageError || error instanceof ConfigError || isParseError(error)) {
      process.stderr.write(`kinora ${name}: ${(error as Error).message}\nSee: kinora ${name} --help\n`);
      return 2;
    }
    process.stderr.write(`kinora ${name}: ${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
}

function isParseError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

function overview(): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`);
  return [
    'Kinora: a media generation service on your own machine.',
    '',
    'Usage: kinora <command> [options]',
    '',
    ...lines,
    '',
    'kinora <command> --help says more, with examples.',
    'Settings are environment variables; kinora doctor shows them and what is wrong with them.',
    '',
  ].join('\n');
}
