import { createHmac } from 'node:crypto';

/** The versions of an account's secret that are in use. */
export interface SecretVersions {
  readonly version: number;
  /** The oldest one that signs until `previousUntil`. */
  readonly oldestVersion: number;
  readonly previousUntil: Date | null;
}

/** Before the first setting. */
export const FIRST_SECRET: SecretVersions = { version: 1, oldestVersion: 1, previousUntil: null };

/** After a rotation the earlier secrets also sign for this long. */
export const ROTATION_MS = 86_400_000;

/** Rotations in quick succession keep this many secrets in use, so that a signature header stays short. */
export const MAX_SECRETS = 5;

/** A secret in the form of Standard Webhooks. It is derived from the key of the installation, so none is stored. */
export function webhookSecret(key: Buffer, accountId: string, version: number): string {
  return `whsec_${secretBytes(key, accountId, version).toString('base64')}`;
}

/**
 * The value of `webhook-signature`: a signature of the message for each secret in use, the current one first, so that a
 * receiver that knows any of them accepts it.
 */
export function signMessage(
  key: Buffer,
  accountId: string,
  versions: SecretVersions,
  message: { readonly id: string; readonly timestamp: number; readonly body: string },
  now: Date,
): string {
  const { version, oldestVersion, previousUntil } = versions;
  const oldest = previousUntil !== null && previousUntil > now ? oldestVersion : version;
  const signed = `${message.id}.${message.timestamp}.${message.body}`;
  const signatures: string[] = [];
  for (let current = version; current >= oldest; current--) {
    const hmac = createHmac('sha256', secretBytes(key, accountId, current));
    signatures.push(`v1,${hmac.update(signed).digest('base64')}`);
  }
  return signatures.join(' ');
}

function secretBytes(key: Buffer, accountId: string, version: number): Buffer {
  return createHmac('sha256', key).update(`${accountId} ${version}`).digest();
}
