import { type KeyVersion, keysAt } from '../kernel/key-versions.ts';
import { KEY_PURPOSES, type KeyPurpose, type KeyVersions } from './key-purposes.ts';

/** A version of a key as operators see it: never the key. */
interface DescribedKey {
  readonly purpose: KeyPurpose;
  readonly version: number;
  readonly created_at: string;
  readonly state: string;
}

/** Every version of every key, newest first. */
export function describeKeys(keys: KeyVersions, at: Date): readonly DescribedKey[] {
  return KEY_PURPOSES.flatMap((purpose) =>
    keys[purpose]
      .toSorted((one, other) => other.version - one.version)
      .map((one) => ({
        purpose,
        version: one.version,
        created_at: one.createdAt.toISOString(),
        state: stateOf(one, keysAt(keys[purpose], at).signing, at),
      })),
  );
}

function stateOf(one: KeyVersion, signing: KeyVersion, at: Date): string {
  if (one.leakedAt !== null) return `leaked, known since ${one.leakedAt.toISOString()}`;
  if (one.honouredUntil !== null && one.honouredUntil <= at) return 'ended, to be deleted';
  if (one.version > signing.version) return `signs from ${one.signsFrom.toISOString()}`;
  if (one.version === signing.version) return 'signs';
  return one.honouredUntil === null
    ? 'kept for what it has made'
    : `honoured until ${one.honouredUntil.toISOString()}`;
}

/** One line about the age of the keys, for the operator: the version that signs, and how many others are kept. */
export function summariseKeys(keys: KeyVersions, at: Date): string {
  return KEY_PURPOSES.map((purpose) => {
    const { signing } = keysAt(keys[purpose], at);
    const days = Math.floor((at.getTime() - signing.createdAt.getTime()) / 86_400_000);
    const others = keys[purpose].length - 1;
    return `${purpose} ${signing.version} of ${days} days${others === 0 ? '' : ` (and ${others} more)`}`;
  }).join(', ');
}
