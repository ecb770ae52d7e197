import { type Command, UsageError } from './command.ts';
import { ConfigError } from './setting.ts';

/**
 * Runs a command. `name` is the name in its messages, such as `kinora serve`. Returns the exit status: 0 success,
 * 1 failure, 2 wrong usage or settings.
 */
export async function runCommand(name: string, command: Command, argv: readonly string[]): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(command.help);
    return 0;
  }
  try {
    return await command.run(argv);
  } catch (error) {
    if (error instanceof UsageError || error instanceof ConfigError || isParseError(error)) {
      process.stderr.write(`${name}: ${(error as Error).message}\nSee: ${name} --help\n`);
      return 2;
    }
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
}

function isParseError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
