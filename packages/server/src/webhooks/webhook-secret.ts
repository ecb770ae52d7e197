import { createHmac } from 'node:crypto';
import { earlierKeys, type Keys } from '../kernel/key-versions.ts';

/** The versions of an account's secret that are in use. */
export interface SecretVersions {
  readonly version: number;
  /** The oldest one that signs until `previousUntil`. */
  readonly oldestVersion: number;
  readonly previousUntil: Date | null;
}

/** The versions before a webhook is first set. */
export const FIRST_SECRET: SecretVersions = { version: 1, oldestVersion: 1, previousUntil: null };

/** After a rotation the earlier secrets also sign for this long. */
export const ROTATION_MS = 86_400_000;

/** Rotations in quick succession keep this many of an account's secrets in use, so that a signature header stays short. */
export const MAX_SECRETS = 5;

/** So many signatures are sent at most, those of the newest secrets. */
const MAX_SIGNATURES = 2 * MAX_SECRETS;

/** A secret in the form of Standard Webhooks. It is derived from a key of the installation, so none is stored. */
export function webhookSecret({ signing }: Keys, accountId: string, version: number): string {
  return `whsec_${secretBytes(signing.key, accountId, version).toString('base64')}`;
}

/**
 * The value of `webhook-signature`: a signature of the message for each secret in use, the current one first, so that a
 * receiver that knows any of them accepts it. An earlier key of the installation signs too, for as long as it is honoured.
 */
export function signMessage(
  keys: Keys,
  accountId: string,
  versions: SecretVersions,
  message: { readonly id: string; readonly timestamp: number; readonly body: string },
  now: Date,
): string {
  const { version, oldestVersion, previousUntil } = versions;
  const oldest = previousUntil !== null && previousUntil > now ? oldestVersion : version;
  const signed = `${message.id}.${message.timestamp}.${message.body}`;
  const signatures: string[] = [];
  for (const { key } of [keys.signing, ...earlierKeys(keys)]) {
    for (let current = version; current >= oldest; current--) {
      const hmac = createHmac('sha256', secretBytes(key, accountId, current));
      signatures.push(`v1,${hmac.update(signed).digest('base64')}`);
    }
  }
  return signatures.slice(0, MAX_SIGNATURES).join(' ');
}

function secretBytes(key: string, accountId: string, version: number): Buffer {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(`${accountId} ${version}`).digest();
}
