import { open, readFile, rename, rm } from 'node:fs/promises';
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

/** Returns no services if there is no file. Throws if it cannot be read. */
export async function readCredentials(file: string): Promise<Credentials> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    const credentials = JSON.parse(text) as Partial<Credentials>;
    return { ...credentials, services: { ...credentials.services } };
  } catch {
    // Without the parser's message, which quotes the file.
    throw new Error(`${file} is not valid JSON. Correct it, or delete it and sign in again.`);
  }
}

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
