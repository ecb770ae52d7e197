import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { CopyObjectCommand, GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { assertBlobKey, mimeOf } from '../blob-keys.ts';
import { BlobGone, type Blobs, type ByteRange, type ListedBlob, type StoredBlob } from '../blobs.ts';
import { inPieces } from '../in-pieces.ts';
import { createDeleteObjects } from './delete-objects.ts';
import { createListObjects } from './list-objects.ts';
import { createS3Presigner } from './presign.ts';
import { isMissingObject, isUnsupported } from './s3-answers.ts';
import { atStore, faultOfStore } from './s3-client.ts';
import type { S3Location } from './s3-location.ts';

/** The minimum size of a part, so that each can be sent in time over a slow connection. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

/** Blobs as objects below the location's prefix. */
export function createS3Blobs(client: S3Client, linkClient: S3Client, location: S3Location): Blobs {
  const { bucket: Bucket, prefix } = location;
  const root = prefix === '' ? '' : `${prefix}/`;
  const objectOf = (key: string): { Bucket: string; Key: string } => {
    assertBlobKey(key);
    return { Bucket, Key: root + key };
  };

  const remove = createDeleteObjects(client, Bucket);
  const listObjects = createListObjects(client, Bucket);
  let copies = true;

  async function* list(folder: string): AsyncGenerator<readonly ListedBlob[]> {
    for await (const page of listObjects(`${objectOf(folder).Key}/`)) {
      yield page.map(({ name, modifiedAt }) => ({ key: name.slice(root.length), modifiedAt }));
    }
  }

  async function put(key: string, content: Readable | Uint8Array): Promise<StoredBlob> {
    const object = { ...objectOf(key), ContentType: mimeOf(key) };
    return upload(client, object, content instanceof Readable ? content : Readable.from(inPieces(content)));
  }

  const read = (key: string, range?: ByteRange): Readable =>
    Readable.from(readObject(client, objectOf(key), range), { objectMode: false });

  /** Through this server, for a store that does not copy. */
  async function copyThrough(from: string, to: string): Promise<boolean> {
    try {
      await put(to, read(from));
      return true;
    } catch (error) {
      if (error instanceof BlobGone) return false;
      throw error;
    }
  }

  async function copyWithin(from: string, to: string): Promise<boolean | undefined> {
    const CopySource = `${Bucket}/${objectOf(from).Key}`;
    try {
      await client.send(new CopyObjectCommand({ ...objectOf(to), CopySource }));
      return true;
    } catch (error) {
      if (isMissingObject(error)) return false;
      if (isUnsupported(error)) return undefined;
      throw error;
    }
  }

  return {
    put,
    async copy(from, to) {
      const copied = copies ? await atStore('copying', () => copyWithin(from, to)) : undefined;
      if (copied !== undefined) return copied;
      const isCopied = await copyThrough(from, to);
      copies = false;
      return isCopied;
    },
    async size(key) {
      const object = objectOf(key);
      return atStore('looking up', async () => {
        try {
          return (await client.send(new HeadObjectCommand(object))).ContentLength;
        } catch (error) {
          if (isMissingObject(error)) return undefined;
          throw error;
        }
      });
    },
    read,
    async deleteAll(keys) {
      await remove(keys.map((key) => objectOf(key).Key));
    },
    deleteEmptyFolders: async () => {},
    async deleteFolder(folder) {
      for await (const page of list(folder)) await remove(page.map(({ key }) => root + key));
    },
    list,
    ...createS3Presigner(linkClient, objectOf, location.direct),
  };
}

interface NewObject {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
}

/**
 * S3 needs the length of an upload in advance, so a stream is sent as a multipart upload with a few parts in memory. The
 * object exists once the last part is complete; an upload that fails is aborted.
 */
async function upload(client: S3Client, object: NewObject, content: Readable): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let bytes = 0;
  let contentError: unknown;
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      contentError = error;
      throw error;
    }
  }
  const uploading = new Upload({
    client,
    params: { ...object, Body: Readable.from(counted(), { objectMode: false }) },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    leavePartsOnError: false,
  });
  try {
    await atStore('storing', () => uploading.done());
  } catch (error) {
    content.destroy();
    // An error of the content is not an error of the store.
    throw contentError ?? error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function* readObject(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
  range: ByteRange | undefined,
): AsyncGenerator<Uint8Array> {
  const Range = range && `bytes=${range.first}-${range.last}`;
  const body = await atStore('reading', async () => {
    try {
      return (await client.send(new GetObjectCommand({ ...object, Range }))).Body;
    } catch (error) {
      if (isMissingObject(error)) return undefined;
      throw error;
    }
  });
  if (body === undefined) throw new BlobGone(object.Key);
  try {
    yield* body as Readable;
  } catch (error) {
    throw faultOfStore('reading', error);
  }
}
