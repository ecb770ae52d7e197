import type { WebhookEvent } from './generated/shapes.ts';

/** A webhook that was not sent by the service, or not recently. Respond with 400 and do nothing. */
export class WebhookError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WebhookError';
  }
}

export interface WebhookRequest {
  /** The body exactly as it was received: its bytes, or its text before it was parsed. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface VerifyOptions {
  /** `whsec_…`; several while a secret is being replaced. */
  readonly secrets: string | readonly string[];
  /** How far the time of the message may be from now, in seconds; default 300. */
  readonly toleranceSeconds?: number;
  /** Only tests set it. */
  readonly now?: Date;
}

export interface VerifiedWebhook {
  /** The same each time an event is delivered again: remember it and do nothing twice. */
  readonly id: string;
  readonly sentAt: Date;
  /** The body, parsed: `type` says what `data` is. A later service may have more types. */
  readonly event: WebhookEvent;
}

const TOLERANCE_SECONDS = 300;
const VERSION = 'v1,';
const PREFIX = 'whsec_';

/**
 * Verifies a webhook in the Standard Webhooks format: one of its signatures is by one of the secrets, and it is recent.
 * Rejects with a `WebhookError`. Web Crypto compares the signatures in constant time.
 */
export async function verifyWebhook(
  { body, headers }: WebhookRequest,
  { secrets, toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions,
): Promise<VerifiedWebhook> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const ageSeconds = now.getTime() / 1000 - seconds;
  if (Number.isNaN(ageSeconds)) throw new WebhookError('webhook-timestamp is not a number of seconds');
  if (Math.abs(ageSeconds) > toleranceSeconds) {
    throw new WebhookError(`webhook-timestamp is ${Math.round(ageSeconds)} s from now`);
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const signatures = readSignatures(readHeader(headers, 'webhook-signature'));
  const keys = await Promise.all([secrets].flat().map((secret) => importSecret(secret as string)));
  for (const key of keys) {
    for (const signature of signatures) {
      if (!(await crypto.subtle.verify('HMAC', key, signature, signed))) continue;
      return { id, sentAt: new Date(seconds * 1000), event: readEvent(bytes) };
    }
  }
  throw new WebhookError('no signature is by a known secret');
}

function readEvent(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
  } catch {
    throw new WebhookError('the body is not JSON');
  }
}

/** Headers of the Fetch standard, or an object as Node has it, with names in lower case. */
function readHeader(headers: WebhookRequest['headers'], name: string): string {
  const found = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof found !== 'string' || found === '') throw new WebhookError(`${name} is missing`);
  return found;
}

/** The signatures of the version that a secret verifies; others are for public keys. */
function readSignatures(header: string): readonly Uint8Array<ArrayBuffer>[] {
  return header
    .split(' ')
    .filter((part) => part.startsWith(VERSION))
    .flatMap((part) => decodeBase64(part.slice(VERSION.length)) ?? []);
}

function importSecret(secret: string) {
  const bytes = decodeBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes === undefined || bytes.length === 0) {
    throw new TypeError(`a webhook secret is ${PREFIX} and base64`);
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
