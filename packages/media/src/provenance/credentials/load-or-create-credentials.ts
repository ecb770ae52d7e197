import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeCredentials } from './make-credentials.ts';
import type { CredentialTexts } from './read-credentials.ts';

const FILE = 'content-credentials.pem';

/**
 * The service's own key and certificates, created at the first start and stored in the data directory as one PEM file,
 * mode 0600. Concurrent starts use the same file.
 */
export async function loadOrCreateCredentials(
  dataDir: string,
  organisation: string,
  now: Date,
): Promise<CredentialTexts> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const place = path.join(dataDir, FILE);
  const existing = await readFile(place, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (existing !== undefined) return { chainPem: existing, keyPem: existing };
  const { chainPem, keyPem } = await makeCredentials(organisation, now);
  const draft = `${place}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(keyPem + chainPem);
    await file.sync();
    // Unlike a rename, a link fails when another process was first; then its certificates are used.
    await link(draft, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
  const stored = await readFile(place, 'utf8');
  return { chainPem: stored, keyPem: stored };
}
