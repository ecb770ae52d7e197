import { randomBytes } from 'node:crypto';
import { chown, link, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
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
  // Unlike a rename, a link fails when another process was first; then its certificates are used.
  await storeNew(place, organisation, now, (draft) =>
    link(draft, place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    }),
  );
  const stored = await readFile(place, 'utf8');
  return { chainPem: stored, keyPem: stored };
}

/**
 * Replaces the service's own key and certificates. The former certificates are kept beside the file, without their key: they
 * are in every image that they signed, which stays valid. Returns the name of the file that they are in; undefined if there
 * were none.
 */
export async function replaceCredentials(
  dataDir: string,
  organisation: string,
  now: Date,
): Promise<string | undefined> {
  const place = path.join(dataDir, FILE);
  const former = await readFile(place, 'utf8').catch(() => undefined);
  // The files stay those of the user that the server runs as.
  const owner = await stat(former === undefined ? dataDir : place);
  const kept = `content-credentials-until-${now.toISOString().slice(0, 19).replaceAll(':', '')}.pem`;
  if (former !== undefined) {
    const certificates = former.slice(former.indexOf('-----BEGIN CERTIFICATE-----'));
    await writeFile(path.join(dataDir, kept), certificates, { mode: 0o600 });
    await chown(path.join(dataDir, kept), owner.uid, owner.gid);
  }
  await storeNew(place, organisation, now, async (draft) => {
    await chown(draft, owner.uid, owner.gid);
    await rename(draft, place);
  });
  return former === undefined ? undefined : kept;
}

async function storeNew(
  place: string,
  organisation: string,
  now: Date,
  moveToPlace: (draft: string) => Promise<void>,
): Promise<void> {
  // With a library for certificates, which is needed once.
  const { makeCredentials } = await import('./make-credentials.ts');
  const { chainPem, keyPem } = await makeCredentials(organisation, now);
  const draft = `${place}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(keyPem + chainPem);
    await file.sync();
    await moveToPlace(draft);
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}
