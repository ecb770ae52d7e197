import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** What the service must remember and nobody else may know. */
export interface Secrets {
  readonly postgresPassword: string;
  readonly workerToken: string;
  readonly urlSigningKey: string;
}

const FILE = 'secrets.json';

/** Reads the secrets of a data directory, making those that are missing at the first start. Mode 0600. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const place = path.join(dataDir, FILE);
  const existing = await readFile(place, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return existing === undefined ? createSecrets(place) : (JSON.parse(existing) as Secrets);
}

/** What sessions are signed and token keys are encrypted with: a secret of its own, made from one we keep. */
export function authSecret({ urlSigningKey }: Secrets): string {
  return createHmac('sha256', Buffer.from(urlSigningKey, 'base64url')).update('sign-in').digest('base64url');
}

async function createSecrets(place: string): Promise<Secrets> {
  const secret = (): string => randomBytes(32).toString('base64url');
  const secrets = { postgresPassword: secret(), workerToken: secret(), urlSigningKey: secret() };
  const draft = `${place}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    await file.sync();
    // Unlike a rename, a link fails when a second starter was first; then its secrets are ours.
    await link(draft, place);
    return secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return JSON.parse(await readFile(place, 'utf8')) as Secrets;
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}
