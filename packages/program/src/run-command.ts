import { type Command, UsageError } from './command.ts';
import { ConfigError } from './setting.ts';
import { writeText } from './terminal-text.ts';

/**
 * Runs a command. `name` is the name in its messages, such as `kinora serve`. Returns the exit status: 0 success,
 * 1 failure, 2 wrong usage or settings.
 */
export async function runCommand(name: string, command: Command, argv: readonly string[]): Promise<number> {
  const [word = '', ...rest] = argv;
  const part = Object.hasOwn(command.parts ?? {}, word) ? command.parts?.[word] : undefined;
  if (part !== undefined) return runCommand(`${name} ${word}`, await part(), rest);
  if (argv.includes('--help') || argv.includes('-h')) {
    writeText(command.help);
    return 0;
  }
  try {
    return await command.run(argv);
  } catch (error) {
    if (error instanceof UsageError || error instanceof ConfigError || isParseError(error)) {
      writeText(`${name}: ${(error as Error).message}\n`, process.stderr);
      process.stderr.write(`See: ${name} --help\n`);
      return 2;
    }
    writeText(`${name}: ${error instanceof Error ? error.message : error}\n`, process.stderr);
    return 1;
  }
}

function isParseError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
