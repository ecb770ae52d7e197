import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { assert } from '@kinora/contract';

/**
 * The content of a watermark: 64 bits as 16 hexadecimal digits, one digit for the key's version, seven for the job and
 * eight that only the owner of the key can compute from them. All of it is public once read: it is proof, not a secret.
 */
export interface WatermarkContent {
  readonly keyVersion: number;
  /** See `makeTag`. */
  readonly jobTag: string;
}

const KEY_VERSIONS = 16;
const TAG_DIGITS = 7;
const AUTHENTICATOR_DIGITS = 8;
const PAYLOAD = /^[0-9a-f]{16}$/;

/** The tag of what a watermark identifies, 28 bits: two in a million share theirs with another one. */
export function makeTag(secret: string, subject: string): string {
  return hmac(secret, `watermark tag ${subject}`).toString('hex').slice(0, TAG_DIGITS);
}

/** The payload of an image's watermark. */
export function makePayload(secret: string, keyVersion: number, tag: string): string {
  assert(
    Number.isInteger(keyVersion) && keyVersion >= 0 && keyVersion < KEY_VERSIONS,
    'a version is one digit',
  );
  const content = keyVersion.toString(16) + tag;
  return content + authenticate(secret, content);
}

/** The content of an authentic payload; undefined when none of the secrets, by version, created it. */
export function verifyPayload(
  secrets: ReadonlyMap<number, string>,
  payload: string,
): WatermarkContent | undefined {
  if (!PAYLOAD.test(payload)) return undefined;
  const content = payload.slice(0, -AUTHENTICATOR_DIGITS);
  const keyVersion = Number.parseInt(content.slice(0, 1), 16);
  const secret = secrets.get(keyVersion);
  if (secret === undefined) return undefined;
  const authenticator = payload.slice(-AUTHENTICATOR_DIGITS);
  if (!timingSafeEqual(Buffer.from(authenticator), Buffer.from(authenticate(secret, content))))
    return undefined;
  return { keyVersion, jobTag: content.slice(1) };
}

/**
 * The key that places watermarks in images. The worker that the server starts gets it and a payload, never the secret that
 * payloads are computed from; other workers get neither.
 */
export function chipKeyOf(secret: string): Uint8Array {
  return hmac(secret, 'watermark chips');
}

function authenticate(secret: string, content: string): string {
  return hmac(secret, `watermark payload ${content}`).toString('hex').slice(0, AUTHENTICATOR_DIGITS);
}

/** Making a key takes longer than using it, and each image has a payload. An installation has few secrets. */
const keys = new Map<string, KeyObject>();

function hmac(secret: string, text: string): Buffer {
  const key = keys.get(secret) ?? createSecretKey(secret, 'base64url');
  keys.set(secret, key);
  return createHmac('sha256', key).update(text).digest();
}
