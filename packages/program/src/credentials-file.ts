import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { createFolder } from './create-folder.ts';

/**
 * The keys of this user, by the origin of their service: `{"services": {"https://…": {"api_key": "kn_…"}}}`. The command
 * line and the MCP adapter share the file, so what one of them does not know it keeps for the other.
 */
export interface Credentials {
  readonly services: Readonly<Record<string, ServiceCredentials>>;
}

export interface ServiceCredentials {
  readonly api_key?: string;
}

/** The path of the file in the user's folder of settings. */
export function credentialsPath(environment: Readonly<Record<string, string | undefined>>): string {
  return path.join(configFolder(environment), 'kinora', 'credentials.json');
}

function configFolder({
  XDG_CONFIG_HOME: xdg = '',
  APPDATA: appData = '',
}: Readonly<Record<string, string | undefined>>): string {
  if (path.isAbsolute(xdg)) return xdg;
  if (process.platform === 'win32' && appData !== '') return appData;
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support');
  return path.join(homedir(), '.config');
}

/** Returns no services if there is no file. Throws a sentence for people if it cannot be read. */
export async function readCredentials(file: string): Promise<Credentials> {
  const text = await readText(file);
  if (text === undefined) return { services: {} };
  const remedy = 'Correct it, or delete it and sign in again.';
  let credentials: unknown;
  try {
    // Some editors begin a file with a byte order mark.
    credentials = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    // Without the parser's message, which quotes the file.
    throw new Error(`${file} is not valid JSON. ${remedy}`);
  }
  if (isCredentials(credentials)) return { ...credentials, services: { ...credentials.services } };
  throw new Error(`${file} must be like {"services": {"https://…": {"api_key": "kn_…"}}}. ${remedy}`);
}

async function readText(file: string): Promise<string | undefined> {
  try {
    // A pipe of that name would be waited for.
    if (!(await stat(file)).isFile())
      throw new Error(`${file} is not a file. Move it away and sign in again.`);
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The home directory of a service may be no directory.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === undefined) throw error;
    throw new Error(`The keys in ${file} cannot be read (${code}). Make the file readable, or delete it.`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isCredentials(value: unknown): value is Partial<Credentials> {
  if (!isObject(value)) return false;
  const { services = {} } = value;
  return (
    isObject(services) &&
    Object.entries(services).every(
      ([origin, service]) => URL.canParse(origin) && isObject(service) && isKey(service.api_key),
    )
  );
}

const isKey = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && value.trim() !== '');

/** Replaces the file at once, so that a crash leaves the old one, readable by this user alone. Throws if it cannot. */
export async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.credentials-${crypto.randomUUID()}`);
  try {
    await createFolder(folder, 0o700);
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(credentials, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The key cannot be stored in ${file} (${code}). Make the folder writable, then retry.`);
  }
}
