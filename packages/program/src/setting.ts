/** The trimmed value of a setting; undefined if it is not set or empty. */
export type Reader = (name: string) => string | undefined;

/** Reads settings from `environment`. */
export function readerOf(environment: Readonly<Record<string, string | undefined>>): Reader {
  return (name) => environment[name]?.trim() || undefined;
}

/** A setting is not valid; the message names it and contains the remedy. */
export class ConfigError extends Error {}

/** An http or https URL, without a trailing slash. */
export function readUrl(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !/^https?:/.test(value)) {
    // A password in it is not repeated.
    const shown = value.replace(/\/\/[^/@]*@/, '//');
    throw new ConfigError(`${name} must be an http or https address, not "${shown}"`);
  }
  return value.replace(/\/+$/, '');
}

/** The address of a server. Its key or model without it is a mistake: what they are for would not happen, and nobody would notice. */
export function readAddress(get: Reader, name: string, others: readonly string[]): string | undefined {
  const address = readUrl(name, get(name));
  const other = others.find((setting) => get(setting) !== undefined);
  if (address === undefined && other !== undefined) {
    throw new ConfigError(`${other} needs ${name}, the address of its server; set both, or neither`);
  }
  return address;
}

/** `1` and `0` mean the same as `on` and `off`. */
export function readSwitch(get: Reader, name: string, byDefault: 'on' | 'off'): boolean {
  return ['on', '1'].includes(readOneOf(name, get(name) ?? byDefault, ['on', 'off', '1', '0']));
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

export function readWhole(get: Reader, name: string, byDefault: number, min: number, max: number): number {
  const value = Number(get(name) ?? byDefault);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${get(name)}"`);
}

/** The items of a list separated by commas or white space. */
export function readList(value: string | undefined): readonly string[] {
  return value?.split(/[\s,]+/).filter((part) => part !== '') ?? [];
}

const WORKER_TOKEN_MIN_LENGTH = 16;

/** The token that the server and its workers share. A short one is not valid, because it could be guessed. */
export function readWorkerToken(get: Reader): string | undefined {
  const value = get('KINORA_WORKER_TOKEN');
  if (value !== undefined && value.length < WORKER_TOKEN_MIN_LENGTH) {
    throw new ConfigError(
      `KINORA_WORKER_TOKEN must have at least ${WORKER_TOKEN_MIN_LENGTH} characters; create one with \`openssl rand -hex 32\``,
    );
  }
  return value;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function readLogLevel(get: Reader): string {
  return readOneOf('KINORA_LOG_LEVEL', get('KINORA_LOG_LEVEL') ?? 'info', LOG_LEVELS);
}

/** The categories of content that an operator may allow. */
const ALLOWABLE_CONTENT = ['sexual', 'gore'] as const;
export type AllowableContent = (typeof ALLOWABLE_CONTENT)[number];

export function readAllowedContent(get: Reader): readonly AllowableContent[] {
  const name = 'KINORA_ALLOWED_CONTENT';
  return readList(get(name)).map((word) => readOneOf(name, word, ALLOWABLE_CONTENT));
}
