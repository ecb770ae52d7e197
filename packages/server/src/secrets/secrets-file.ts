import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, link, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { KeyVersion } from '../kernel/key-versions.ts';
import { inDataDirectory } from '../storage/data-directory.ts';
import { keysOfFormer, pushKeyOf } from './former-secrets.ts';
import { KEY_PURPOSES, type KeyPurpose, type KeyVersions } from './key-purposes.ts';

/** The secrets of an installation, stored in its data directory. */
export interface Secrets {
  readonly postgresPassword: string;
  /** The token that the workers of this installation share, if the settings have none. */
  readonly workerToken: string;
  readonly keys: KeyVersions;
}

const FILE = 'secrets.json';

/** Reads the secrets of a data directory. Creates missing ones, in a file of mode 0600. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const filePath = secretsFile(dataDir);
  return inDataDirectory(dataDir, async () => {
    const existing = await readSecrets(filePath);
    if (existing !== undefined) return existing;
    rejectOrphan(dataDir, filePath);
    return createSecrets(filePath);
  });
}

export function secretsFile(dataDir: string): string {
  return path.join(dataDir, FILE);
}

/** The secrets in a file, of this format or the former one, which stays as it is; undefined if there is no file. */
export async function readSecrets(filePath: string): Promise<Secrets | undefined> {
  try {
    const { mtime } = await stat(filePath);
    return parseSecrets(filePath, await readFile(filePath, 'utf8'), mtime);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Replaces the secrets in an existing file, which keeps its owner and its mode, also if the operator's command runs as another
 * user than the server. No process reads an incomplete file.
 */
export async function writeSecrets(filePath: string, secrets: Secrets): Promise<void> {
  // Behind a link, which a rename would replace.
  const place = await realpath(filePath);
  const { uid, gid, mode } = await stat(place);
  await writeAtomically(place, secrets, async (draft) => {
    await chmod(draft, mode & 0o777);
    await chown(draft, uid, gid);
    await rename(draft, place);
  });
}

/** New secrets would not open a database that was created with others, and would be in place of those. */
function rejectOrphan(dataDir: string, filePath: string): void {
  if (!existsSync(path.join(dataDir, 'postgres', 'cluster', 'PG_VERSION'))) return;
  throw new Error(
    `${filePath} is missing, without which the database in ${path.join(dataDir, 'postgres')} cannot be opened; restore the file of your backup, or move that folder away to begin with an empty database`,
  );
}

const text = z.string().min(1);
const key = z.base64url().refine((encoded) => Buffer.from(encoded, 'base64url').length >= 32);
const time = z.iso.datetime().transform((iso) => new Date(iso));
const versions = z
  .array(
    z.strictObject({
      version: z.int().min(1),
      key,
      created_at: time,
      signs_from: time,
      honoured_until: time.optional(),
      leaked_at: time.optional(),
    }),
  )
  .refine((all) => new Set(all.map(({ version }) => version)).size === all.length)
  // Without one that nothing ends, a day would come when nothing could be signed.
  .refine((all) => all.some((one) => one.honoured_until === undefined && one.leaked_at === undefined));

const shared = { postgresPassword: text, workerToken: text };
const schema = z.union([
  z.object({ ...shared, keys: z.object({ ...ofEachPurpose(() => versions), push: versions.optional() }) }),
  z.object({ ...shared, urlSigningKey: text, watermarkKey: text.optional(), keys: z.undefined().optional() }),
]);

type StoredVersion = z.output<typeof versions>[number];

function parseSecrets(filePath: string, content: string, writtenAt: Date): Secrets {
  const { success, data } = schema.safeParse(parseJson(content));
  if (!success) throw new Error(`${filePath} is damaged; put the file of your backup in its place`);
  const { postgresPassword, workerToken } = data;
  if (data.keys === undefined) return { postgresPassword, workerToken, keys: keysOfFormer(data, writtenAt) };
  const stored = data.keys;
  const read = ofEachPurpose((purpose) => stored[purpose]?.map(fromStored) ?? []);
  const keys = stored.push === undefined ? { ...read, push: [pushKeyOf(read.links, writtenAt)] } : read;
  return { postgresPassword, workerToken, keys };
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function fromStored(stored: StoredVersion): KeyVersion {
  return {
    version: stored.version,
    key: stored.key,
    createdAt: stored.created_at,
    signsFrom: stored.signs_from,
    honouredUntil: stored.honoured_until ?? null,
    leakedAt: stored.leaked_at ?? null,
  };
}

function toStored({ version, key, createdAt, signsFrom, honouredUntil, leakedAt }: KeyVersion): object {
  return {
    version,
    key,
    created_at: createdAt,
    signs_from: signsFrom,
    honoured_until: honouredUntil ?? undefined,
    leaked_at: leakedAt ?? undefined,
  };
}

function ofEachPurpose<Value>(of: (purpose: KeyPurpose) => Value): Record<KeyPurpose, Value> {
  return Object.fromEntries(KEY_PURPOSES.map((purpose) => [purpose, of(purpose)])) as Record<
    KeyPurpose,
    Value
  >;
}

/** A new secret: 32 random bytes as base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

async function createSecrets(filePath: string): Promise<Secrets> {
  const at = new Date();
  const secrets = {
    postgresPassword: newSecret(),
    workerToken: newSecret(),
    keys: ofEachPurpose(() => [
      { version: 1, key: newSecret(), createdAt: at, signsFrom: at, honouredUntil: null, leakedAt: null },
    ]),
  };
  try {
    // Unlike a rename, a link fails if another process created the file first; then its secrets are used.
    await writeAtomically(filePath, secrets, (draft) => link(draft, filePath));
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return parseSecrets(filePath, await readFile(filePath, 'utf8'), at);
  }
}

/** Writes a temporary file, then moves it to `filePath`, so that no process reads an incomplete file. */
async function writeAtomically(
  filePath: string,
  { postgresPassword, workerToken, keys }: Secrets,
  moveToPlace: (draft: string) => Promise<void>,
): Promise<void> {
  const stored = {
    postgresPassword,
    workerToken,
    keys: ofEachPurpose((purpose) => keys[purpose].map(toStored)),
  };
  const draft = `${filePath}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(stored, null, 2)}\n`);
    await file.sync();
    await moveToPlace(draft);
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}
