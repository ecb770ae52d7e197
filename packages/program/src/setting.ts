/** The value of a setting without the blanks around it; undefined when it is not set or empty. */
export type Reader = (name: string) => string | undefined;

/** Reads settings from `environment`. */
export function readerOf(environment: Readonly<Record<string, string | undefined>>): Reader {
  return (name) => environment[name]?.trim() || undefined;
}

/** A setting that cannot be used; the message names it and says what to write instead. */
export class ConfigError extends Error {}

/** An http or https address, without a slash at its end. */
export function readUrl(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !/^https?:/.test(value)) {
    throw new ConfigError(`${name} must be an http or https address, not "${value}"`);
  }
  return value.replace(/\/+$/, '');
}

export function readSwitch(name: string, value: string): boolean {
  return readOneOf(name, value, ['on', 'off']) === 'on';
}

export function readOneOf<Choice extends string>(
  name: string,
  value: string,
  allowed: readonly Choice[],
): Choice {
  const choice = allowed.find((candidate) => candidate === value);
  if (choice !== undefined) return choice;
  throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}"`);
}

/** The parts of a list that commas or blanks separate. */
export function readList(value: string | undefined): readonly string[] {
  return value?.split(/[\s,]+/).filter((part) => part !== '') ?? [];
}

const WORKER_TOKEN_MIN_LENGTH = 16;

/** What the server and its workers share; both refuse one that could be guessed. */
export function readWorkerToken(get: Reader): string | undefined {
  const value = get('KINORA_WORKER_TOKEN');
  if (value !== undefined && value.length < WORKER_TOKEN_MIN_LENGTH) {
    throw new ConfigError(
      `KINORA_WORKER_TOKEN must have at least ${WORKER_TOKEN_MIN_LENGTH} characters; \`openssl rand -hex 32\` makes one`,
    );
  }
  return value;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function readLogLevel(get: Reader): string {
  return readOneOf('KINORA_LOG_LEVEL', get('KINORA_LOG_LEVEL') ?? 'info', LOG_LEVELS);
}

/** Content an operator may allow; everything else that is refused is refused by every installation. */
const ALLOWABLE_CONTENT = ['sexual', 'gore'] as const;
export type AllowableContent = (typeof ALLOWABLE_CONTENT)[number];

export function readAllowedContent(get: Reader): readonly AllowableContent[] {
  const name = 'KINORA_ALLOWED_CONTENT';
  return readList(get(name)).map((word) => readOneOf(name, word, ALLOWABLE_CONTENT));
}
