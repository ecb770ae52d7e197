import { createHash } from 'node:crypto';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { StoreFull, StoreUnavailable } from '../blobs.ts';
import type { S3Location } from './s3-location.ts';

/** Timeouts in milliseconds. */
export interface S3Timeouts {
  readonly connectMs: number;
  /** Without any data in either direction. */
  readonly inactivityMs: number;
}

const TIMEOUTS: S3Timeouts = { connectMs: 3_000, inactivityMs: 20_000 };
const ATTEMPTS = 3;
/** The codes of MinIO and Ceph. */
const FULL = /^(XMinioStorageFull|XMinioAdminBucketQuotaExceeded|QuotaExceeded)$/;

/** A client of the store, with the credentials that the AWS SDK finds. */
export function createS3Client(
  location: S3Location,
  endpoint = location.endpoint,
  { connectMs, inactivityMs } = TIMEOUTS,
): S3Client {
  const config: S3ClientConfig = {
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: connectMs,
      // Limits inactivity and not the whole transfer, which may be slow.
      socketTimeout: inactivityMs,
    },
    // Many S3-compatible stores reject the SDK's default checksums, and presigned uploads cannot send them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  if (location.region !== undefined) config.region = location.region;
  if (endpoint !== undefined) {
    config.endpoint = endpoint;
    // Few S3-compatible stores have a host name for each bucket; those of Alibaba and Tencent take nothing else.
    config.forcePathStyle = location.addressing === 'path';
  }
  const client = new S3Client(config);
  sendContentMd5(client);
  return client;
}

/** DeleteObjects needs a checksum; MD5 is the one that every store supports. */
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

/** Runs `work` and reports its errors as `StoreUnavailable`, to distinguish them from bugs. */
export async function atStore<Value>(operation: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw faultOfStore(operation, error);
  }
}

export function faultOfStore(operation: string, error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const isFull = statusOf(error) === 507 || FULL.test(nameOf(error));
  return new (isFull ? StoreFull : StoreUnavailable)(
    `${operation} failed at the S3 store: ${nameOf(error)}`,
    { cause: error },
  );
}

export function nameOf(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  return code ?? (name === 'Error' || name === undefined ? (message ?? 'unknown') : name);
}

export function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
