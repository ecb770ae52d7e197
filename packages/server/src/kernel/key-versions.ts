import { assert } from '@kinora/contract';

/** One version of the key that signs, or encrypts, for one purpose. */
export interface KeyVersion {
  /** Counted from 1; the highest is the newest. */
  readonly version: number;
  /** 32 bytes as base64url. */
  readonly key: string;
  readonly createdAt: Date;
  /** When it begins to sign. What it signs is honoured before, because another server's clock may be ahead. */
  readonly signsFrom: Date;
  /** Until when what it signed is honoured; null while nothing has ended that. */
  readonly honouredUntil: Date | null;
  /** When it was replaced because it had leaked, for a key that is kept to recognise what may be forged. */
  readonly leakedAt: Date | null;
}

/** The keys of one purpose at one moment. */
export interface Keys {
  readonly signing: KeyVersion;
  /** Every version whose signatures are accepted, newest first. */
  readonly honoured: readonly KeyVersion[];
}

export type ReadKeys = () => Keys;

/** The keys at a moment: a key that has ended is neither signed with nor honoured, even while a file still has it. */
export function keysAt(versions: readonly KeyVersion[], at: Date): Keys {
  const honoured = versions
    .filter(
      ({ leakedAt, honouredUntil }) => leakedAt === null && (honouredUntil === null || honouredUntil > at),
    )
    .sort((one, other) => other.version - one.version);
  // Before the first one signs, which only a clock that was set back sees, the first one does.
  const signing = honoured.find(({ signsFrom }) => signsFrom <= at) ?? honoured.at(-1);
  assert(signing !== undefined, 'the newest key of a purpose has no end');
  return { signing, honoured };
}

/** The versions that signed before the one that signs now, newest first. */
export function earlierKeys({ signing, honoured }: Keys): readonly KeyVersion[] {
  return honoured.filter(({ version }) => version < signing.version);
}
