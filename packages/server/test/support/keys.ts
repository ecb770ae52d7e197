import { type Keys, type KeyVersion, keysAt } from '../../src/kernel/key-versions.ts';
import { KEY_PURPOSES, type KeyPurpose } from '../../src/secrets/key-purposes.ts';
import { loadSecrets } from '../../src/secrets/secrets-file.ts';

const BEGIN = new Date('2026-01-01T00:00:00.000Z');

/** A version of a key that signs and has no end. */
export function keyVersion(version: number, key: string, more: Partial<KeyVersion> = {}): KeyVersion {
  return { version, key, createdAt: BEGIN, signsFrom: BEGIN, honouredUntil: null, leakedAt: null, ...more };
}

/** The keys of a purpose that has had these, oldest first. */
export function keysWith(...keys: readonly string[]): Keys {
  return keysAt(
    keys.map((key, index) => keyVersion(index + 1, key)),
    BEGIN,
  );
}

/** The keys in a data directory now, by purpose. */
export async function keysIn(dataDir: string): Promise<Record<KeyPurpose, Keys>> {
  const { keys } = await loadSecrets(dataDir);
  const at = new Date();
  return Object.fromEntries(KEY_PURPOSES.map((purpose) => [purpose, keysAt(keys[purpose], at)])) as Record<
    KeyPurpose,
    Keys
  >;
}
