import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** What the service must remember and nobody else may know. */
export interface Secrets {
  readonly postgresPassword: string;
  readonly workerToken: string;
  readonly urlSigningKey: string;
  /** Says where the marks of pictures lie and proves that they are ours: without it none can be read again. */
  readonly watermarkKey: string;
}

/** Stands in every mark, so that a later key can be told from this one. */
export const WATERMARK_KEY_VERSION = 1;

const FILE = 'secrets.json';

/** Reads the secrets of a data directory, making those that are missing at the first start. Mode 0600. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const place = path.join(dataDir, FILE);
  const existing = await readFile(place, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return existing === undefined ? createSecrets(place) : completeSecrets(place, JSON.parse(existing));
}

/** Gives a file from before there were marks its key: made from another, so that starts at once give the same. */
async function completeSecrets(
  place: string,
  secrets: Omit<Secrets, 'watermarkKey'> & Partial<Secrets>,
): Promise<Secrets> {
  if (secrets.watermarkKey !== undefined) return { ...secrets, watermarkKey: secrets.watermarkKey };
  const completed = { ...secrets, watermarkKey: deriveSecret(secrets.urlSigningKey, 'watermark') };
  await writeDraft(place, completed, (draft) => rename(draft, place));
  return completed;
}

/** What sessions are signed and token keys are encrypted with: a secret of its own, made from one we keep. */
export function authSecret({ urlSigningKey }: Secrets): string {
  return deriveSecret(urlSigningKey, 'sign-in');
}

function deriveSecret(from: string, purpose: string): string {
  return createHmac('sha256', Buffer.from(from, 'base64url')).update(purpose).digest('base64url');
}

async function createSecrets(place: string): Promise<Secrets> {
  const secret = (): string => randomBytes(32).toString('base64url');
  const secrets = {
    postgresPassword: secret(),
    workerToken: secret(),
    urlSigningKey: secret(),
    watermarkKey: secret(),
  };
  try {
    // Unlike a rename, a link fails when a second starter was first; then its secrets are ours.
    await writeDraft(place, secrets, (draft) => link(draft, place));
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return JSON.parse(await readFile(place, 'utf8')) as Secrets;
  }
}

/** Writes the whole file beside its place, then has it put there: a start never reads half of it. */
async function writeDraft(
  place: string,
  secrets: Secrets,
  putInPlace: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${place}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    await file.sync();
    await putInPlace(draft);
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}
