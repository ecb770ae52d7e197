import { resultUrlSeconds } from '@kinora/contract';
import type { KeyVersion } from '../kernel/key-versions.ts';

/** What an installation has keys of its own for. No purpose uses the key of another. */
export const KEY_PURPOSES = ['links', 'sessions', 'encryption', 'webhooks', 'push', 'watermarks'] as const;

export type KeyPurpose = (typeof KEY_PURPOSES)[number];

export type KeyVersions = Readonly<Record<KeyPurpose, readonly KeyVersion[]>>;

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/**
 * How long what a key signed lives after the next key signs. Null where no time ends it: a mark lives as long as its image,
 * and a key that encrypts is needed until nothing is encrypted with it any more. An hour is added for servers that learn
 * of the new key later.
 */
export const LIFETIME_MS: Readonly<Record<KeyPurpose, number | null>> = {
  links: resultUrlSeconds * 1000 + HOUR_MS,
  // It lasts as long as the cookie of a session, which is signed anew whenever the session is extended.
  sessions: WEEK_MS + HOUR_MS,
  // A week for customers to take the new secret.
  webhooks: WEEK_MS + HOUR_MS,
  // A browser that opens the studio within the week subscribes again; the session of another one has ended by then.
  push: WEEK_MS + HOUR_MS,
  encryption: null,
  watermarks: null,
};

/** A watermark has one hexadecimal digit for the version of its key. */
export const WATERMARK_VERSIONS_MAX = 15;
