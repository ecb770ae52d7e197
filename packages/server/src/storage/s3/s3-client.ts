import { createHash } from 'node:crypto';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { StoreUnavailable } from '../blobs.ts';
import type { S3Location } from './s3-location.ts';

/** How long a store is waited for, in milliseconds. */
export interface Patience {
  readonly connectMs: number;
  /** While nothing passes in either direction. */
  readonly silenceMs: number;
}

const PATIENCE: Patience = { connectMs: 3_000, silenceMs: 20_000 };
const ATTEMPTS = 3;

/** A client of the store, with the credentials of the SDK's own chain. */
export function createS3Client(
  location: S3Location,
  endpoint = location.endpoint,
  { connectMs, silenceMs } = PATIENCE,
): S3Client {
  const config: S3ClientConfig = {
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: connectMs,
      // Of silence and not in all, so that a slow line can take its time.
      socketTimeout: silenceMs,
    },
    // What the SDK adds by itself many stores that are not Amazon refuse, and a presigned upload cannot carry.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  if (location.region !== undefined) config.region = location.region;
  if (endpoint !== undefined) {
    config.endpoint = endpoint;
    // A host name for each bucket is what few of them have.
    config.forcePathStyle = true;
  }
  const client = new S3Client(config);
  sendContentMd5(client);
  return client;
}

/** Deleting many needs a checksum; MD5 is the one that Amazon and all the others know. */
function sendContentMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body: string };
      if (context.commandName === 'DeleteObjectsCommand') {
        for (const name of Object.keys(headers)) {
          if (/^x-amz-(sdk-)?checksum-/i.test(name)) delete headers[name];
        }
        headers['content-md5'] = createHash('md5').update(body).digest('base64');
      }
      return next(args);
    },
    { step: 'build', priority: 'low', name: 'contentMd5' },
  );
}

/** Runs `work`, and tells what the store says against it from a bug of ours. */
export async function atStore<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw new StoreUnavailable(`${what} failed at the S3 store: ${nameOf(error)}`, { cause: error });
  }
}

export function nameOf(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  return code ?? (name === 'Error' || name === undefined ? (message ?? 'unknown') : name);
}

export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
