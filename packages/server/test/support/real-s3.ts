import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import S3rver from 's3rver';

/** A store that this project has not written, with a bucket `media`. */
export interface RealS3 {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * S3rver, or the store at `KINORA_TEST_S3_URL`, such as versitygw or MinIO: it must have an empty bucket `media` and take
 * the credentials in `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. Not in parallel with other tests of the same store.
 */
export async function startRealS3(): Promise<RealS3> {
  const { KINORA_TEST_S3_URL: configured } = process.env;
  if (configured !== undefined) return { url: configured, close: async () => {} };
  const directory = await mkdtemp(path.join(tmpdir(), 'kinora-s3-'));
  const configureBuckets = [{ name: 'media' }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = await server.run();
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
