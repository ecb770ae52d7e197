import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * The keys of this user, by the origin of their service: `{"services": {"https://…": {"api_key": "kn_…"}}}`. The MCP
 * adapter shares the file, so everything else in it is kept.
 */
interface Credentials {
  readonly services: Readonly<Record<string, ServiceCredentials>>;
}

interface ServiceCredentials {
  readonly api_key?: string;
}

/** The origins with a key, and the keys. */
export async function readKeys(file: string): Promise<ReadonlyMap<string, string>> {
  const { services } = await readCredentials(file);
  return new Map(
    Object.entries(services).flatMap(([origin, { api_key: key }]) =>
      key === undefined ? [] : [[origin, key]],
    ),
  );
}

/** Stores the key of a service, or with `undefined` removes it. Throws if the file cannot be written. */
export async function storeKey(file: string, origin: string, key: string | undefined): Promise<void> {
  const { services, ...rest } = await readCredentials(file);
  const { [origin]: before, ...others } = services;
  const { api_key: _, ...kept } = before ?? {};
  const service = { ...kept, ...(key !== undefined && { api_key: key }) };
  const next = Object.keys(service).length === 0 ? others : { ...others, [origin]: service };
  await replaceFile(file, `${JSON.stringify({ ...rest, services: next }, null, 2)}\n`);
}

/** Throws if a key could not be stored. The service shows a key once, so this is tried before it is asked for. */
export async function requireStorage(file: string): Promise<void> {
  await replaceFile(file, `${JSON.stringify(await readCredentials(file), null, 2)}\n`);
}

async function readCredentials(file: string): Promise<Credentials> {
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

/** Replaces the file at once, so that a crash leaves the old one, readable by this user alone. */
async function replaceFile(file: string, text: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = path.join(folder, `.credentials-${randomBytes(6).toString('hex')}`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
