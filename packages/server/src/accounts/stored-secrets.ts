import { generateKeyPairSync } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Queryable } from '../db/database.ts';
import { newId } from '../kernel/ids.ts';
import type { Keys } from '../kernel/key-versions.ts';

/** What the sign-in library encrypts in the database: secrets of authenticator apps, and the keys of access tokens. */

type LibraryKey = Parameters<typeof symmetricEncrypt>[0]['key'];

/**
 * The keys in the library's form. With one version it writes no version number, as it did before there were versions, so
 * that a server of an earlier version of this program can read it.
 */
function libraryKey({ signing, honoured }: Keys): LibraryKey {
  if (signing.version === 1) return signing.key;
  const keys = new Map(honoured.map(({ version, key }) => [version, key]));
  const legacySecret = keys.get(1);
  const config = { keys, currentVersion: signing.version };
  return legacySecret === undefined ? config : { ...config, legacySecret };
}

/** Makes the library encrypt with a key of its own instead of the one that signs cookies. */
export function encryptWith(keys: Keys): BetterAuthPlugin {
  return { id: 'encryption-key', init: () => ({ context: { secretConfig: libraryKey(keys) } }) };
}

interface StoredApp {
  readonly id: string;
  readonly secret: string;
  readonly backupCodes: string;
}

/**
 * Encrypts again what an earlier key encrypted. What changes meanwhile, or cannot be read, is left. Returns how many rows
 * still need an earlier key.
 */
export async function encryptAgain(tx: Queryable, keys: Keys): Promise<number> {
  const { version } = keys.signing;
  if (version === 1) return 0;
  const isCurrent = `$ba$${version}$%`;
  await encryptApps(tx, libraryKey(keys), isCurrent);
  await encryptSigningKeys(tx, libraryKey(keys), isCurrent);
  const [left] = await tx.query<{ count: number }>(
    `select (select count(*) from auth_two_factors where secret not like $1 or backup_codes not like $1)
       + (select count(*) from auth_signing_keys where private_key not like '"' || $1) as count`,
    [isCurrent],
  );
  return Number(left?.count ?? 0);
}

async function encryptApps(tx: Queryable, key: LibraryKey, isCurrent: string): Promise<void> {
  const apps = await tx.query<StoredApp>(
    `select id, secret, backup_codes as "backupCodes" from auth_two_factors
     where secret not like $1 or backup_codes not like $1`,
    [isCurrent],
  );
  for (const { id, secret, backupCodes } of apps) {
    const [newSecret, newCodes] = [await anew(key, secret), await anew(key, backupCodes)];
    if (newSecret === undefined || newCodes === undefined) continue;
    await tx.query(
      'update auth_two_factors set secret = $4, backup_codes = $5 where id = $1 and secret = $2 and backup_codes = $3',
      [id, secret, backupCodes, newSecret, newCodes],
    );
  }
}

async function encryptSigningKeys(tx: Queryable, key: LibraryKey, isCurrent: string): Promise<void> {
  const rows = await tx.query<{ id: string; privateKey: string }>(
    `select id, private_key as "privateKey" from auth_signing_keys where private_key not like '"' || $1`,
    [isCurrent],
  );
  for (const { id, privateKey } of rows) {
    const encrypted = await anew(key, JSON.parse(privateKey));
    if (encrypted === undefined) continue;
    await tx.query('update auth_signing_keys set private_key = $2 where id = $1', [
      id,
      JSON.stringify(encrypted),
    ]);
  }
}

/** The same, encrypted with the current key; undefined if no key decrypts it. */
async function anew(key: LibraryKey, data: string): Promise<string | undefined> {
  const plain = await symmetricDecrypt({ key, data }).catch(() => undefined);
  return plain === undefined ? undefined : symmetricEncrypt({ key, data: plain });
}

/**
 * Replaces the keys that sign access tokens: those that were issued are refused. The new one is made here and not by the
 * next server that needs one, which might not have the new encryption key yet.
 */
export async function replaceSigningKeys(tx: Queryable, keys: Keys, at: Date): Promise<void> {
  await tx.query('delete from auth_signing_keys');
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const data = JSON.stringify(privateKey.export({ format: 'jwk' }));
  await tx.query(
    'insert into auth_signing_keys (id, public_key, private_key, created_at) values ($1, $2, $3, $4)',
    [
      newId(),
      JSON.stringify(publicKey.export({ format: 'jwk' })),
      JSON.stringify(await symmetricEncrypt({ key: libraryKey(keys), data })),
      at,
    ],
  );
}
