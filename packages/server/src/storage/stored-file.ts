import { type FileHandle, open, stat } from 'node:fs/promises';
import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { BlobGone, type ByteRange } from './blobs.ts';
import { faultOfFiles } from './file-faults.ts';
import { isMissing } from './missing-file.ts';

/** Read for a response at once. With less, a download waits for reads more often; with more, it only takes memory. */
const SENT_BYTES = 256 * 1024;

/** Buffers that the next downloads use. More than these are left to the garbage collector, as after a rush. */
const spare: Buffer[] = [];
const SPARE_MAX = 16;

/**
 * A file, or a part of it, as a stream that opens the file when it is read. Piped to a response it reads into one buffer
 * again and again, whenever the response has passed on what was in it. `fs.createReadStream` makes a new buffer of 64 KiB
 * for every piece; the garbage of many downloads costs more than reading them.
 */
export class StoredFile extends Readable {
  readonly #path: string;
  readonly #root: string;
  readonly #last: number;
  #at: number;
  #opening: Promise<FileHandle> | undefined;

  /** Without the folder `root` no file is missing: the store is away. */
  constructor(path: string, root: string, range: ByteRange = { first: 0, last: Number.POSITIVE_INFINITY }) {
    super({ highWaterMark: 64 * 1024 });
    this.#path = path;
    this.#root = root;
    this.#at = range.first;
    this.#last = range.last;
  }

  override pipe<Receiver extends NodeJS.WritableStream>(
    receiver: Receiver,
    options: { readonly end?: boolean } = {},
  ): Receiver {
    // Another stream may keep what is written to it, as a `PassThrough` does.
    if (!(receiver instanceof ServerResponse)) return super.pipe(receiver, options);
    this.#send(receiver, options.end ?? true).catch((error: Error) => this.destroy(error));
    return receiver;
  }

  override _read(size: number): void {
    this.#fill(Buffer.allocUnsafeSlow(size)).then(
      (piece) => this.push(piece.length > 0 ? piece : null),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const closing = this.#opening?.then((file) => file.close()).catch(() => {});
    void Promise.resolve(closing).then(() => done(error));
  }

  async #send(response: ServerResponse, ends: boolean): Promise<void> {
    const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(SENT_BYTES);
    for (;;) {
      const piece = await this.#fill(buffer);
      if (piece.length === 0) break;
      await written(response, piece);
    }
    if (spare.length < SPARE_MAX) spare.push(buffer);
    if (ends) response.end();
    this.push(null);
    this.resume();
  }

  /** Reads on into `buffer` and returns the part of it that was read, empty at the end of the file or range. */
  async #fill(buffer: Buffer): Promise<Buffer> {
    try {
      this.#opening ??= openBlob(this.#path, this.#root);
      const file = await this.#opening;
      const length = Math.min(buffer.length, this.#last + 1 - this.#at);
      const { bytesRead } = await file.read(buffer, 0, length, this.#at);
      this.#at += bytesRead;
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      throw faultOfFiles(error);
    }
  }
}

async function openBlob(path: string, root: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await stat(root);
    throw new BlobGone(path, { cause: error });
  }
}

/** Waits until the operating system has the piece, so that its buffer may be used again. */
const written = (response: ServerResponse, piece: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    response.write(piece, (error) => (error ? reject(error) : resolve()));
  });
