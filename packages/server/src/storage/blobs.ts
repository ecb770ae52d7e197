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

export interface ListedBlob {
  readonly key: string;
  /** By the clock of the store. */
  readonly modifiedAt: Date;
}

interface DownloadLink {
  readonly expiresSeconds: number;
  readonly mime: string;
  /** The name under which a browser saves it. */
  readonly filename?: string;
}

interface UploadLink {
  readonly expiresSeconds: number;
  /** The upload must carry it as its Content-Type. */
  readonly mime: string;
}

/** The port to whatever holds the bytes. Keys come from `blob-keys.ts`. */
export interface Blobs {
  /** Stores all of `content` or nothing; a key that exists is replaced whole. */
  put(key: string, content: Readable | Uint8Array): Promise<StoredBlob>;
  /** Size in bytes, or undefined when there is no such blob. */
  size(key: string): Promise<number | undefined>;
  read(key: string, range?: ByteRange): Readable;
  /** Deletes these; those that are not there are deleted already. */
  deleteAll(keys: readonly string[]): Promise<void>;
  deleteFolder(folder: string): Promise<void>;
  /** Everything below a folder, in pages of at most 1,000 and in no particular order. */
  list(folder: string): AsyncIterable<readonly ListedBlob[]>;
  /** A link that downloads from the store itself, or undefined when only this server can hand the blob out. */
  presignGet(key: string, link: DownloadLink): Promise<string | undefined>;
  /** A link that stores one blob by PUT, or undefined when the bytes must come through this server. */
  presignPut(key: string, link: UploadLink): Promise<string | undefined>;
}

/** The blobs together with what their opening took. */
export interface Store {
  readonly blobs: Blobs;
  /** Tries everything the service does with it; answers what was found, and throws with the remedy. */
  check(): Promise<string>;
  close(): void;
}

/** The store cannot be reached or refuses; what was asked of it may work later. */
export class StoreUnavailable extends Error {}

/** Whether `error` says that nothing can be stored right now: the store is away, or its disk is full. */
export function isStoreUnavailable(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof StoreUnavailable || code === 'ENOSPC' || code === 'EDQUOT';
}
