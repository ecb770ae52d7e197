import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Store } from '../../src/storage/blobs.ts';
import { openStore } from '../../src/storage/open-store.ts';
import { startS3Server } from './s3-server/s3-server.ts';
import { useS3Credentials } from './s3-server/s3-settings.ts';

/** Both kinds of store, as the service opens them, for what must hold in either. */
export const storesUnderTest: Readonly<Record<string, () => Promise<Store & { end(): Promise<void> }>>> = {
  async files() {
    const folder = await mkdtemp(path.join(tmpdir(), 'kinora-store-'));
    const store = await openStore(undefined, path.join(folder, 'blobs'));
    await store.check();
    return { ...store, end: () => rm(folder, { recursive: true, force: true }) };
  },
  async S3() {
    const server = await startS3Server('media');
    useS3Credentials(server);
    const location = {
      bucket: 'media',
      prefix: 'kinora',
      endpoint: server.url,
      publicEndpoint: undefined,
      region: 'us-east-1',
      direct: true,
      addressing: 'path' as const,
    };
    const store = await openStore(location, '');
    return {
      ...store,
      async end() {
        store.close();
        await server.close();
      },
    };
  },
};

export async function keysOf({ blobs }: Pick<Store, 'blobs'>, folder = 'jobs'): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of blobs.list(folder)) keys.push(...page.map(({ key }) => key));
  return keys.sort();
}
