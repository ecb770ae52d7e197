import { createHmac } from 'node:crypto';
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
    watermarks: first(watermarkKey ?? derive('watermark')),
  };
}
