import type { KeyVersion } from '../kernel/key-versions.ts';
import { type KeyPurpose, LIFETIME_MS, WATERMARK_VERSIONS_MAX } from './key-purposes.ts';

export interface Rotation {
  readonly purpose: KeyPurpose;
  /** A new key: 32 random bytes as base64url. */
  readonly key: string;
  readonly at: Date;
  /** When the new key begins to sign. */
  readonly signsFrom: Date;
  /** Whether the earlier keys have leaked: then nothing they signed is honoured once the new one signs. */
  readonly hasLeaked: boolean;
}

/** The versions of a purpose after a new key was added. Those before it end when what they signed has ended. */
export function addVersion(
  versions: readonly KeyVersion[],
  { purpose, key, at, signsFrom, hasLeaked }: Rotation,
): readonly KeyVersion[] {
  const lifetimeMs = hasLeaked && purpose !== 'encryption' ? 0 : LIFETIME_MS[purpose];
  const end = lifetimeMs === null ? null : new Date(signsFrom.getTime() + lifetimeMs);
  const leakedAt = hasLeaked && purpose === 'watermarks' ? at : null;
  const ended = versions.map((former) => ({
    ...former,
    honouredUntil: earlier(former.honouredUntil, end),
    leakedAt: former.leakedAt ?? leakedAt,
  }));
  const version = Math.max(...versions.map((former) => former.version)) + 1;
  if (purpose === 'watermarks' && version > WATERMARK_VERSIONS_MAX) {
    throw new Error(
      `a watermark has room for ${WATERMARK_VERSIONS_MAX} versions of its key, and all are used`,
    );
  }
  return [...ended, { version, key, createdAt: at, signsFrom, honouredUntil: null, leakedAt: null }];
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** The versions that a file still has to contain. A key that leaked is kept, to recognise what may be forged with it. */
export function withoutEnded(versions: readonly KeyVersion[], at: Date): readonly KeyVersion[] {
  return versions.filter(
    ({ leakedAt, honouredUntil }) => leakedAt !== null || honouredUntil === null || honouredUntil > at,
  );
}
