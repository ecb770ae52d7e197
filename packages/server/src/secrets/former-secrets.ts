import { createHmac } from 'node:crypto';
import { assert } from '@kinora/contract';
import type { KeyVersion } from '../kernel/key-versions.ts';
import type { KeyVersions } from './key-purposes.ts';

/** What a file of a version without keys by purpose has: one key, from which most others are derived. */
export interface FormerSecrets {
  readonly urlSigningKey: string;
  /** Files of a version without watermarks lack it. */
  readonly watermarkKey?: string | undefined;
}

/**
 * The first versions of the keys of an installation whose file is of the former format, byte for byte as they were derived
 * then: what they signed goes on. `writtenAt` is when the file was written.
 */
export function keysOfFormer({ urlSigningKey, watermarkKey }: FormerSecrets, writtenAt: Date): KeyVersions {
  const root = Buffer.from(urlSigningKey, 'base64url');
  const derive = (purpose: string): string => createHmac('sha256', root).update(purpose).digest('base64url');
  const first = (key: string): readonly KeyVersion[] => [
    { version: 1, key, createdAt: writtenAt, signsFrom: writtenAt, honouredUntil: null, leakedAt: null },
  ];
  return {
    links: first(urlSigningKey),
    sessions: first(derive('sign-in')),
    encryption: first(derive('sign-in')),
    webhooks: first(derive('webhooks')),
    push: [pushKeyOf(first(urlSigningKey), writtenAt)],
    watermarks: first(watermarkKey ?? derive('watermark')),
  };
}

/**
 * The first key of push messages of an installation whose file is of a version without them. It is derived from the oldest key of
 * links, and so the same for every server, until the next rotation writes it into the file.
 */
export function pushKeyOf(links: readonly KeyVersion[], writtenAt: Date): KeyVersion {
  const [oldest] = links.toSorted((one, other) => one.version - other.version);
  assert(oldest !== undefined, 'a purpose has a key');
  const key = createHmac('sha256', Buffer.from(oldest.key, 'base64url')).update('push').digest('base64url');
  return { version: 1, key, createdAt: writtenAt, signsFrom: writtenAt, honouredUntil: null, leakedAt: null };
}
