import {
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isUnsupported } from './s3-answers.ts';
import { atStore } from './s3-client.ts';

/** The maximum number of objects in one listing. */
const PAGE = 1000;

interface ListedObject {
  readonly name: string;
  readonly modifiedAt: Date;
}

/**
 * Lists the objects whose names begin with a prefix. A store that does not know the second version of the request, or
 * answers it with the pages of the first, is listed by the first, which continues after a name instead of a token.
 */
export function createListObjects(
  client: S3Client,
  Bucket: string,
): (prefix: string) => AsyncGenerator<readonly ListedObject[]> {
  let knowsTokens = true;

  async function firstPage(Prefix: string): Promise<Page> {
    try {
      return await client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: PAGE }));
    } catch (error) {
      if (!isUnsupported(error)) throw error;
      const page = await pageAfter(Prefix, undefined);
      knowsTokens = false;
      return page;
    }
  }

  function pageAfter(Prefix: string, Marker: string | undefined): Promise<Page> {
    return client.send(new ListObjectsCommand({ Bucket, Prefix, MaxKeys: PAGE, Marker }));
  }

  async function nextPage(Prefix: string, page: Page): Promise<Page | undefined> {
    const last = page.NextMarker ?? page.Contents?.at(-1)?.Key;
    if (page.IsTruncated !== true) return undefined;
    const ContinuationToken = page.NextContinuationToken;
    if (ContinuationToken !== undefined) {
      return client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: PAGE, ContinuationToken }));
    }
    // If both are missing, the rest of the list would silently be lost.
    if (last === undefined) throw new Error('the S3 store does not say how a listing continues');
    knowsTokens = false;
    return pageAfter(Prefix, last);
  }

  return async function* (prefix) {
    let page: Page | undefined = await atStore('listing', () =>
      knowsTokens ? firstPage(prefix) : pageAfter(prefix, undefined),
    );
    while (page !== undefined) {
      const shown: Page = page;
      const found = (shown.Contents ?? []).flatMap(({ Key, LastModified }) =>
        Key === undefined || LastModified === undefined ? [] : [{ name: Key, modifiedAt: LastModified }],
      );
      if (found.length > 0) yield found;
      page = await atStore('listing', () => nextPage(prefix, shown));
    }
  };
}

type Page = Pick<ListObjectsV2CommandOutput, 'Contents' | 'IsTruncated' | 'NextContinuationToken'> & {
  readonly NextMarker?: string | undefined;
};
