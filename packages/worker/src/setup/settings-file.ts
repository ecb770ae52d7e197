import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { UsageError } from '@kinora/program/command';

/** Settings by name. */
export type Settings = Readonly<Record<string, string>>;

/** The settings in a file of lines `NAME=value`, as systemd and Docker read them; undefined if there is no file. */
export function readSettingsFile(file: string): Settings | undefined {
  try {
    return { ...(parseEnv(readFileSync(file, 'utf8')) as Record<string, string>) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new UsageError(`the file of settings ${file} cannot be read: ${message}`);
  }
}

export function withoutUndefined(values: Readonly<Record<string, string | undefined>>): Settings {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]));
}

export interface FileChange {
  /** The names of settings that are new, and of those that change or go. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly text: string;
}

const HEADER = '# Settings of a Kinora worker, by "kinora worker setup": it keeps what it does not know.\n';
const LINE = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/;

/** What the file becomes. `isManaged` says of which settings; other lines stay as they are. */
export function changeSettings(
  before: string | undefined,
  settings: Settings,
  isManaged: (name: string) => boolean,
): FileChange {
  const known = parseEnv(before ?? '') as Record<string, string>;
  const changed = Object.keys(known).filter((name) => isManaged(name) && known[name] !== settings[name]);
  const added = Object.keys(settings).filter((name) => known[name] === undefined);
  const lines = (before ?? HEADER).split('\n');
  if (lines.at(-1) === '') lines.pop();
  const manifold = changed.find((name) => known[name]?.includes('\n'));
  if (manifold !== undefined) {
    throw new UsageError(`${manifold} has several lines in the file of settings; change it there by hand`);
  }
  const kept = lines.flatMap((line) => {
    const name = LINE.exec(line)?.[1] ?? '';
    if (!changed.includes(name)) return [line];
    const value = settings[name];
    return value === undefined ? [] : [`${name}=${quoted(name, value)}`];
  });
  const more = added.map((name) => `${name}=${quoted(name, settings[name] ?? '')}`);
  return { added, changed, text: `${[...kept, ...more].join('\n')}\n` };
}

/** In a form that Node, systemd and a shell read alike. */
function quoted(name: string, value: string): string {
  if (/^[\w./:@%+,=-]*$/.test(value)) return value;
  if (!/['\n\r]/.test(value)) return `'${value}'`;
  throw new UsageError(`${name} must have no line break and no single quote`);
}

/** Replaces the file at once, readable by its owner alone: a process that ends leaves the old or the new one. */
export function writeSettingsFile(file: string, text: string): void {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`);
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new Error(`the settings cannot be written to ${file}: ${(error as Error).message}`);
  }
}

export function readText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Keys are in it. Returns whether others could read it until now. */
export function closeToOthers(file: string): boolean {
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return false;
  chmodSync(file, 0o600);
  return true;
}
