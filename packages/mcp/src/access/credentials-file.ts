import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** What this computer keeps for one service. */
export interface Credentials {
  readonly api_key?: string;
  /** A sign-in that is not finished. Its code receives the key, so it is as secret. */
  readonly pending_claim?: PendingClaim;
}

export interface PendingClaim {
  readonly code: string;
  readonly user_code: string;
  readonly sign_in_url: string;
  /** An ISO time. */
  readonly expires_at: string;
  /** Seconds between two polls. */
  readonly interval: number;
}

/** The credentials of each service by its origin, in a file that only the user can read. */
export interface CredentialsFile {
  read(): Promise<Credentials>;
  /** Replaces the credentials of this service, atomically. Throws if they cannot be stored. */
  write(credentials: Credentials): Promise<void>;
}

/** The command line shares the file, so everything else in it is kept. */
interface Content {
  readonly services: Readonly<Record<string, Credentials>>;
}

export function openCredentialsFile(file: string, origin: string): CredentialsFile {
  const read = async (): Promise<Content> => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}';
      throw error;
    });
    return parseContent(text, file);
  };
  return {
    read: async () => (await read()).services[origin] ?? {},
    async write(credentials) {
      const { services, ...rest } = await read();
      const content = { ...rest, services: { ...services, [origin]: credentials } };
      await replaceFile(file, `${JSON.stringify(content, null, 2)}\n`);
    },
  };
}

function parseContent(text: string, file: string): Content {
  try {
    const content = JSON.parse(text) as Partial<Content>;
    return { ...content, services: { ...content.services } };
  } catch {
    // Without the parser's message, which quotes the file.
    throw new Error(`${file} is not valid JSON. Correct it, or delete it and sign in again.`);
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.credentials-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(text);
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
