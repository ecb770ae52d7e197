import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { assertBlobKey, mimeOf } from '../blob-keys.ts';
import {
  BlobGone,
  type Blobs,
  type ByteRange,
  type ListedBlob,
  type StoredBlob,
  StoreUnavailable,
} from '../blobs.ts';
import { inPieces } from '../in-pieces.ts';
import { createS3Presigner } from './presign.ts';
import { atStore, nameOf, statusOf } from './s3-client.ts';
import type { S3Location } from './s3-location.ts';

/** The minimum size of a part, so that each can be sent in time over a slow connection. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
/** The maximum number of objects in one listing or one deletion. */
const PAGE = 1000;

/** Blobs as objects below the location's prefix. */
export function createS3Blobs(client: S3Client, linkClient: S3Client, location: S3Location): Blobs {
  const { bucket: Bucket, prefix } = location;
  const root = prefix === '' ? '' : `${prefix}/`;
  const objectOf = (key: string): { Bucket: string; Key: string } => {
    assertBlobKey(key);
    return { Bucket, Key: root + key };
  };

  async function remove(keys: readonly string[]): Promise<void> {
    const Objects = keys.map((Key) => ({ Key }));
    const { Errors = [] } = await atStore('deleting', () =>
      client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })),
    );
    const [first] = Errors;
    if (first !== undefined)
      throw new StoreUnavailable(`the S3 store could not delete an object: ${first.Code}`);
  }

  async function* list(folder: string): AsyncGenerator<readonly ListedBlob[]> {
    const { Key } = objectOf(folder);
    let ContinuationToken: string | undefined;
    do {
      const query = { Bucket, Prefix: `${Key}/`, MaxKeys: PAGE, ContinuationToken };
      const page = await atStore('listing', () => client.send(new ListObjectsV2Command(query)));
      const found = (page.Contents ?? []).flatMap(({ Key: key, LastModified }) =>
        key === undefined || LastModified === undefined
          ? []
          : [{ key: key.slice(root.length), modifiedAt: LastModified }],
      );
      if (found.length > 0) yield found;
      ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (ContinuationToken !== undefined);
  }

  return {
    async put(key, content) {
      const object = { ...objectOf(key), ContentType: mimeOf(key) };
      return upload(client, object, content instanceof Readable ? content : Readable.from(inPieces(content)));
    },
    async copy(from, to) {
      const CopySource = `${Bucket}/${objectOf(from).Key}`;
      return atStore('copying', async () => {
        try {
          await client.send(new CopyObjectCommand({ ...objectOf(to), CopySource }));
          return true;
        } catch (error) {
          if (isMissing(error)) return false;
          throw error;
        }
      });
    },
    async size(key) {
      const object = objectOf(key);
      return atStore('looking up', async () => {
        try {
          return (await client.send(new HeadObjectCommand(object))).ContentLength;
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      });
    },
    read(key, range) {
      return Readable.from(readObject(client, objectOf(key), range), { objectMode: false });
    },
    async deleteAll(keys) {
      const names = keys.map((key) => objectOf(key).Key);
      for (let start = 0; start < names.length; start += PAGE) {
        await remove(names.slice(start, start + PAGE));
      }
    },
    deleteEmptyFolders: async () => {},
    async deleteFolder(folder) {
      for await (const page of list(folder)) await remove(page.map(({ key }) => root + key));
    },
    list,
    ...createS3Presigner(linkClient, objectOf, location.direct),
  };
}

/** A HEAD has no body that would name the reason, so there a missing bucket is a missing object. */
const isMissing = (error: unknown): boolean => statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket';

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
      if (isMissing(error)) return undefined;
      throw error;
    }
  });
  if (body === undefined) throw new BlobGone(object.Key);
  yield* body as Readable;
}
