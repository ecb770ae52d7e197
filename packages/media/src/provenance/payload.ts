import { createHmac, timingSafeEqual } from 'node:crypto';
import { assert } from '@kinora/contract';

/**
 * What a mark says, 64 bits as 16 hexadecimal digits: one digit for the key's version, seven for the job, eight that
 * only the key's holder can compute from them. The whole of it is public once read; it is proof, not a secret.
 */
export interface MarkedJob {
  readonly keyVersion: number;
  /** See `makeTag`. */
  readonly jobTag: string;
}

const KEY_VERSIONS = 16;
const TAG_DIGITS = 7;
const AUTHENTICATOR_DIGITS = 8;
const PAYLOAD = /^[0-9a-f]{16}$/;

/** The tag of whatever a mark is to stand for, 28 bits: two in a million share theirs with another one. */
export function makeTag(secret: string, subject: string): string {
  return hmac(secret, `watermark tag ${subject}`).toString('hex').slice(0, TAG_DIGITS);
}

/** The payload that marks a picture. */
export function makePayload(secret: string, keyVersion: number, tag: string): string {
  assert(
    Number.isInteger(keyVersion) && keyVersion >= 0 && keyVersion < KEY_VERSIONS,
    'a version is one digit',
  );
  const said = keyVersion.toString(16) + tag;
  return said + authenticate(secret, said);
}

/** What an authentic payload says; undefined when none of the secrets, by their versions, made it. */
export function verifyPayload(secrets: ReadonlyMap<number, string>, payload: string): MarkedJob | undefined {
  if (!PAYLOAD.test(payload)) return undefined;
  const said = payload.slice(0, -AUTHENTICATOR_DIGITS);
  const keyVersion = Number.parseInt(said.slice(0, 1), 16);
  const secret = secrets.get(keyVersion);
  if (secret === undefined) return undefined;
  const authenticator = payload.slice(-AUTHENTICATOR_DIGITS);
  if (!timingSafeEqual(Buffer.from(authenticator), Buffer.from(authenticate(secret, said)))) return undefined;
  return { keyVersion, jobTag: said.slice(1) };
}

/** Where marks lie in pictures. A worker is told this and a payload, never the secret that makes payloads. */
export function chipKeyOf(secret: string): Uint8Array {
  return hmac(secret, 'watermark chips');
}

function authenticate(secret: string, said: string): string {
  return hmac(secret, `watermark payload ${said}`).toString('hex').slice(0, AUTHENTICATOR_DIGITS);
}

function hmac(secret: string, text: string): Buffer {
  return createHmac('sha256', Buffer.from(secret, 'base64url')).update(text).digest();
}
