import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { KinoraError } from '@kinora/client';
import { type Command, UsageError } from '@kinora/program/command';
import { ConfigError } from '@kinora/program/setting';
import { fitText } from '@kinora/program/terminal-text';
import { describedStatuses, exitStatus, hintFor, statusOfError } from './exit-status.ts';
import { note, noteJson } from './output.ts';

/** One option of a command: its parsing, its line of the help and its completion come from here. */
export interface Option {
  /** The placeholder of its value, such as `FILE`; absent for a switch. */
  readonly value?: string;
  readonly short?: string;
  readonly about: string;
  /** The only values. */
  readonly choices?: readonly string[];
  /** The customer command that prints the values the service has, each before the first tab of a line. */
  readonly listedBy?: string;
  /** Whether the value is the path of a file. */
  readonly isFile?: boolean;
}

export type Options = Readonly<Record<string, Option>>;

/** A command line that was parsed: its texts by the names of their options, its switches, and the other arguments. */
export interface CommandLine {
  readonly arguments: readonly string[];
  text(name: string): string | undefined;
  has(name: string): boolean;
}

export interface CustomerCommand {
  readonly name: string;
  /** The arguments beside options, such as `PROMPT`. */
  readonly parameters: string;
  /** What the command does, in a few lines. */
  readonly about: string;
  readonly options: Options;
  /** Returns the exit status. A `KinoraError` becomes a message and the status that fits it. */
  run(line: CommandLine): Promise<number>;
}

export const serverOption: Options = {
  server: { value: 'URL', about: 'The service; default KINORA_SERVER, or the one you signed in to.' },
};
/** `printed` is what the command prints; a test compares it with the API. */
export const jsonOption = (printed: string): Options => ({ json: { about: `Print ${printed}` } });

/** The command as both command lines run it. */
export function toCommand(command: CustomerCommand): Command {
  return { help: helpOf(command), run: (argv) => runCommand(command, argv) };
}

async function runCommand(command: CustomerCommand, argv: readonly string[]): Promise<number> {
  try {
    return await command.run(parse(command, argv));
  } catch (error) {
    const asJson = argv.includes('--json');
    // What every command of the command line reports alike.
    if (isWrongUsage(error) && !asJson) throw error;
    report(command.name, error, asJson);
    return isWrongUsage(error) ? exitStatus.usage : statusOfError(error);
  }
}

function isWrongUsage(error: unknown): boolean {
  if (error instanceof UsageError || error instanceof ConfigError) return true;
  return (
    error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
  );
}

function parse({ options, parameters }: CustomerCommand, argv: readonly string[]): CommandLine {
  const config: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(options).map(([key, { value, short }]) => [
      key,
      { type: value === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }) } as const,
    ]),
  );
  const { values, positionals } = parseArgs({ args: [...argv], options: config, allowPositionals: true });
  const max = parameters === '' ? 0 : parameters.split(' ').length;
  if (positionals.length > max) {
    const remedy = max === 0 ? '' : '; put a text of several words in quotes';
    throw new UsageError(`unexpected argument "${positionals[max]}"${remedy}`);
  }
  return {
    arguments: positionals,
    text(key) {
      const value = values[key];
      const choices = options[key]?.choices;
      if (typeof value !== 'string') return undefined;
      if (choices !== undefined && !choices.includes(value)) {
        throw new UsageError(`--${key} must be one of ${choices.join(', ')}, not "${value}"`);
      }
      return value;
    },
    has: (key) => values[key] === true,
  };
}

/** The argument at this place; `what` names it in the error if it is missing. */
export function requireArgument(line: CommandLine, at: number, what: string): string {
  const value = line.arguments[at]?.trim();
  if (value === undefined || value === '') throw new UsageError(`${what} is missing`);
  return value;
}

/** Prints why a command failed. */
function report(name: string, error: unknown, asJson: boolean): void {
  if (asJson) {
    const status = isWrongUsage(error) ? exitStatus.usage : statusOfError(error);
    const body = error instanceof KinoraError ? error.body : { code: CODES[status] };
    noteJson({ error: messageOf(error), ...body });
    return;
  }
  const issues = error instanceof KinoraError ? error.issues : [];
  const reasons =
    issues.length > 1 ? issues.map(({ path, message }) => `${path}: ${message}`) : [messageOf(error)];
  const lines = [...reasons.map((reason) => `kinora ${name}: ${reason}`), hintFor(error) ?? ''];
  for (const line of lines) if (line !== '') note(line);
}

/** The codes of errors that are not of the service, by their exit status. */
const CODES: Readonly<Record<number, string>> = {
  [exitStatus.failed]: 'failed',
  [exitStatus.usage]: 'usage',
  [exitStatus.signInNeeded]: 'sign_in_needed',
  [exitStatus.unavailable]: 'unreachable',
  [exitStatus.interrupted]: 'interrupted',
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const INDENT = 24;
/** Where the terminal is wider, or there is none. */
const HELP_WIDTH = 110;

function helpOf({ name, parameters, about, options }: CustomerCommand): string {
  const lines = Object.entries(options).map(([key, { value, short, about: text, choices }]) => {
    const names = `${short === undefined ? '' : `-${short}, `}--${key}${value === undefined ? '' : ` ${value}`}`;
    const described = choices === undefined ? text : `${text} One of ${choices.join(', ')}.`;
    const gap = names.length + 4 > INDENT ? `\n${' '.repeat(INDENT)}` : ' '.repeat(INDENT - 2 - names.length);
    return `  ${names}${gap}${described}`;
  });
  const usage = ['Usage: kinora', name, parameters, Object.keys(options).length > 0 ? '[options]' : ''];
  const described = lines.length > 0 ? [...lines, ''] : [];
  const help = [usage.filter(Boolean).join(' '), '', about, '', ...described, describedStatuses].join('\n');
  return fitText(help, HELP_WIDTH);
}
