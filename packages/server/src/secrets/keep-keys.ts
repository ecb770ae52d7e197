import type { Database } from '../db/database.ts';
import { type KeyVersion, keysAt } from '../kernel/key-versions.ts';
import { changeSecrets } from './change-secrets.ts';
import { KEY_PURPOSES, type KeyVersions } from './key-purposes.ts';
import { withoutEnded } from './rotation.ts';
import { readSecrets, type Secrets, secretsFile } from './secrets-file.ts';

/** A server that got the file late may still encrypt with the earlier key for so long. */
const SUPERSEDED_MS = 86_400_000;

/** Loaded when it is needed: a server that only serves keys does without the sign-in library. */
const loadEncryption = () => import('../accounts/stored-secrets.ts');

interface Keeping {
  readonly database: Database;
  readonly dataDir: string;
  readonly at: Date;
}

/**
 * Encrypts again what an earlier key encrypted, and then deletes from the file the keys that have ended. An earlier
 * encryption key ends when nothing needs it any more and the next one has encrypted for a day. A file that cannot be written,
 * such as one that is mounted, stays as it is: what has ended is not honoured anyway.
 */
export async function keepKeys({ database, dataDir, at }: Keeping): Promise<void> {
  const secrets = await readSecrets(secretsFile(dataDir));
  if (secrets === undefined) return;
  const encryption = keysAt(secrets.keys.encryption, at);
  // Most of the time there is nothing to do.
  if (encryption.signing.version === 1 && dropEnded(secrets, at, () => true) === secrets) return;
  const { encryptAgain } = await loadEncryption();
  await database.transaction(async (tx) => {
    const left = await encryptAgain(tx, encryption);
    const { version: current, signsFrom } = encryption.signing;
    const isSettled = left === 0 && at.getTime() - signsFrom.getTime() > SUPERSEDED_MS;
    const isNeeded = ({ version }: KeyVersion) => !isSettled || version >= current;
    await changeSecrets(tx, dataDir, (now) => dropEnded(now, at, isNeeded)).catch(ignoreUnwritable);
  });
}

/**
 * Ends the earlier encryption keys at once, because they have leaked: what they encrypted is encrypted again, and the keys that
 * sign access tokens are replaced, since they could be read. Every server must know the new key by then.
 */
export async function endEncryptionKeys({ database, dataDir, at }: Keeping): Promise<void> {
  const secrets = await readSecrets(secretsFile(dataDir));
  if (secrets === undefined) return;
  const keys = keysAt(secrets.keys.encryption, at);
  const { encryptAgain, replaceSigningKeys } = await loadEncryption();
  await database.transaction(async (tx) => {
    await replaceSigningKeys(tx, keys, at);
    await encryptAgain(tx, keys);
  });
  // After the commit, without which the earlier keys would still be needed.
  await database.transaction(async (tx) => {
    const isNeeded = ({ version }: KeyVersion) => version >= keys.signing.version;
    await changeSecrets(tx, dataDir, (current) => dropEnded(current, at, isNeeded));
  });
}

function dropEnded(secrets: Secrets, at: Date, isNeeded: (encryption: KeyVersion) => boolean): Secrets {
  const kept = { ...secrets.keys, encryption: secrets.keys.encryption.filter(isNeeded) };
  const keys = Object.fromEntries(
    KEY_PURPOSES.map((purpose) => [purpose, withoutEnded(kept[purpose], at)]),
  ) as Record<keyof KeyVersions, readonly KeyVersion[]>;
  const isUnchanged = KEY_PURPOSES.every((purpose) => keys[purpose].length === secrets.keys[purpose].length);
  return isUnchanged ? secrets : { ...secrets, keys };
}

const UNWRITABLE: ReadonlySet<string> = new Set(['EROFS', 'EACCES', 'EPERM', 'EBUSY', 'EXDEV']);

function ignoreUnwritable(error: NodeJS.ErrnoException): undefined {
  if (!UNWRITABLE.has(error.code ?? '')) throw error;
  return undefined;
}
