import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { inDataDirectory } from './storage/data-directory.ts';

/** The secrets of an installation, stored in its data directory. */
export interface Secrets {
  readonly postgresPassword: string;
  readonly workerToken: string;
  readonly urlSigningKey: string;
  /** Determines where watermarks are in images and proves that they are genuine; without it none can be read. */
  readonly watermarkKey: string;
}

/** Part of every watermark, to distinguish the keys once there is a second. */
export const WATERMARK_KEY_VERSION = 1;

const FILE = 'secrets.json';

/** Reads the secrets of a data directory. Creates missing ones, in a file of mode 0600. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const filePath = path.join(dataDir, FILE);
  return inDataDirectory(dataDir, async () => {
    const existing = await readFile(filePath, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (existing !== undefined) return completeSecrets(filePath, parseSecrets(filePath, existing));
    rejectOrphan(dataDir, filePath);
    return createSecrets(filePath);
  });
}

/** New secrets would not open a database that was created with others, and would be in the place of those. */
function rejectOrphan(dataDir: string, filePath: string): void {
  if (!existsSync(path.join(dataDir, 'postgres', 'cluster', 'PG_VERSION'))) return;
  throw new Error(
    `${filePath} is missing, without which the database in ${path.join(dataDir, 'postgres')} cannot be opened; restore the file of your backup, or move that folder away to begin with an empty database`,
  );
}

/** All but the watermark key, which files of a version without watermarks lack. */
const REQUIRED = ['postgresPassword', 'workerToken', 'urlSigningKey'] as const;

type StoredSecrets = Omit<Secrets, 'watermarkKey'> & Partial<Secrets>;

function parseSecrets(filePath: string, text: string): StoredSecrets {
  const value = parseObject(text);
  if (REQUIRED.every((name) => typeof value[name] === 'string' && value[name] !== '')) {
    return value as unknown as StoredSecrets;
  }
  throw new Error(`${filePath} is damaged; put the file of your backup in its place`);
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/**
 * Adds the watermark key to a file of a version without watermarks. It is derived from another secret, so that
 * concurrent starts create the same key.
 */
async function completeSecrets(filePath: string, secrets: StoredSecrets): Promise<Secrets> {
  if (secrets.watermarkKey !== undefined) return { ...secrets, watermarkKey: secrets.watermarkKey };
  const completed = { ...secrets, watermarkKey: deriveSecret(secrets.urlSigningKey, 'watermark') };
  await writeAtomically(filePath, completed, (draft) => rename(draft, filePath));
  return completed;
}

/** The secret that signs sessions and encrypts the keys of tokens, derived from a stored secret. */
export function authSecret({ urlSigningKey }: Secrets): string {
  return deriveSecret(urlSigningKey, 'sign-in');
}

/** The key that the secrets of all accounts' webhooks are derived from. */
export function webhookKey({ urlSigningKey }: Secrets): Buffer {
  return Buffer.from(deriveSecret(urlSigningKey, 'webhooks'), 'base64url');
}

function deriveSecret(from: string, purpose: string): string {
  return createHmac('sha256', Buffer.from(from, 'base64url')).update(purpose).digest('base64url');
}

async function createSecrets(filePath: string): Promise<Secrets> {
  const secret = (): string => randomBytes(32).toString('base64url');
  const secrets = {
    postgresPassword: secret(),
    workerToken: secret(),
    urlSigningKey: secret(),
    watermarkKey: secret(),
  };
  try {
    // Unlike a rename, a link fails if another process created the file first; then its secrets are used.
    await writeAtomically(filePath, secrets, (draft) => link(draft, filePath));
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return JSON.parse(await readFile(filePath, 'utf8')) as Secrets;
  }
}

/** Writes a temporary file, then moves it to `filePath`, so that no process reads an incomplete file. */
async function writeAtomically(
  filePath: string,
  secrets: Secrets,
  moveToPlace: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${filePath}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    await file.sync();
    await moveToPlace(draft);
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}
