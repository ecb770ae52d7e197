import process from 'node:process';
import type { S3Server } from './s3-server.ts';

/** Settings that put a service's blobs below `kinora/` in the bucket `media`, at this address of the store. */
export function s3Settings(server: S3Server, endpoint = server.url): Record<string, string> {
  return { KINORA_STORAGE_URL: `s3://media/kinora?endpoint=${endpoint}` };
}

/** The SDK finds its credentials in the environment, as in service; a service in this process has this one. */
export function useS3Credentials({ credentials }: S3Server): void {
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey;
}
