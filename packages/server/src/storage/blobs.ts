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
  /** The time of the last change, by the clock of the store. */
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
  /** The exact size of the upload, if it is known; the store refuses any other. */
  readonly bytes?: number;
}

/** The port to a store of blobs. Keys come from `blob-keys.ts`. */
export interface Blobs {
  /**
   * Stores all of `content` or nothing. An existing blob is replaced atomically. Throws `BlobGone` if the folder was deleted
   * meanwhile.
   */
  put(key: string, content: Readable | Uint8Array): Promise<StoredBlob>;
  /** Gives `to` the content that `from` has now, whatever is stored as `from` later. False if there is no such blob. */
  copy(from: string, to: string): Promise<boolean>;
  /** The size in bytes; undefined if there is no such blob. */
  size(key: string): Promise<number | undefined>;
  /** Fails with `BlobGone`, before the first byte, if there is no such blob. */
  read(key: string, range?: ByteRange): Readable;
  /** Deletes the blobs that exist; others are ignored. */
  deleteAll(keys: readonly string[]): Promise<void>;
  /** Only for a folder into which nothing that is needed is written any more. */
  deleteFolder(folder: string): Promise<void>;
  /** Removes the folders below `folder` that have no blobs and have not changed since `since`, for a store that has folders. */
  deleteEmptyFolders(folder: string, since: Date): Promise<void>;
  /** The blobs below a folder, in pages of at most 1,000 and in no particular order. */
  list(folder: string): AsyncIterable<readonly ListedBlob[]>;
  /** A link to download directly from the store; undefined if only this server can send the blob. */
  presignGet(key: string, link: DownloadLink): Promise<string | undefined>;
  /** A link to store a blob with PUT directly; undefined if it must be uploaded through this server. */
  presignPut(key: string, link: UploadLink): Promise<string | undefined>;
}

/** An open store of blobs. */
export interface Store {
  readonly blobs: Blobs;
  /** Tries every operation the service needs. Returns a description of the store; throws an error with the remedy. */
  check(): Promise<string>;
  close(): void;
}

/** There is no such blob, or it was deleted while it was read or written. */
export class BlobGone extends Error {}

/**
 * The store is unreachable or rejects the operation, which may succeed later, whatever the reason. Every store reports its
 * faults as this, and `problemOf` makes a problem of it for every interface.
 */
export class StoreUnavailable extends Error {}

/** The store takes nothing until its operator gives it more room. */
export class StoreFull extends StoreUnavailable {}
