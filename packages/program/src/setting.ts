/** The value of a setting without the blanks around it; undefined when it is not set or empty. */
export type Reader = (name: string) => string | undefined;

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
