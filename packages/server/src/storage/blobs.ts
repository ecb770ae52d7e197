import type { Readable } from 'node:stream';

export interface StoredBlob {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface ByteRange {
  /** First and last byte, both included. */
  readonly first: number;
  readonly last: number;
}

/** The port to whatever holds the bytes. Keys come from `blob-keys.ts`. */
export interface Blobs {
  /** Stores all of `content` or nothing; a key that exists is replaced whole. */
  put(key: string, content: Readable | Uint8Array): Promise<StoredBlob>;
  /** Size in bytes, or undefined when there is no such blob. */
  size(key: string): Promise<number | undefined>;
  read(key: string, range?: ByteRange): Readable;
  deleteFolder(folder: string): Promise<void>;
}

/** Whether `error` says that the disk is full. */
export function isOutOfSpace(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
