import { DeleteObjectCommand, DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3';
import { StoreUnavailable } from '../blobs.ts';
import { isMissingObject, isUnsupported } from './s3-answers.ts';
import { atStore } from './s3-client.ts';

/** The maximum number of objects in one deletion. */
const BATCH = 1000;
const SINGLE_AT_ONCE = 8;

/**
 * Deletes objects: many in a request, or one by one in a store that does not support that, such as Google's. What the store
 * answers decides, and is remembered for as long as this process runs.
 */
export function createDeleteObjects(
  client: S3Client,
  Bucket: string,
): (names: readonly string[]) => Promise<void> {
  let takesBatches = true;

  async function deleteBatch(names: readonly string[]): Promise<void> {
    const Objects = names.map((Key) => ({ Key }));
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
    );
    // Google's store and a few others report an object that does not exist.
    const first = Errors.find(({ Code }) => Code !== 'NoSuchKey');
    if (first !== undefined)
      throw new StoreUnavailable(`the S3 store could not delete an object: ${first.Code}`);
  }

  async function deleteOne(Key: string): Promise<void> {
    try {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    } catch (error) {
      if (!isMissingObject(error)) throw error;
    }
  }

  async function deleteSingly(names: readonly string[]): Promise<void> {
    const remaining = [...names];
    const work = async (): Promise<void> => {
      for (let name = remaining.pop(); name !== undefined; name = remaining.pop()) await deleteOne(name);
    };
    await Promise.all(Array.from({ length: SINGLE_AT_ONCE }, work));
  }

  async function deletePage(names: readonly string[]): Promise<void> {
    if (!takesBatches) return deleteSingly(names);
    try {
      await deleteBatch(names);
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      await deleteSingly(names);
      takesBatches = false;
    }
  }

  return async (names) => {
    for (let start = 0; start < names.length; start += BATCH) {
      const page = names.slice(start, start + BATCH);
      await atStore('deleting', () => deletePage(page));
    }
  };
}
