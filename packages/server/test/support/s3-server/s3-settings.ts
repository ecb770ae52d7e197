import process from 'node:process';
import type { S3Server } from './s3-server.ts';

/** Settings that store blobs below `kinora/` in the bucket `media` of the store at this URL. */
export function s3Settings(server: S3Server, endpoint = server.url): Record<string, string> {
  return { KINORA_STORAGE_URL: `s3://media/kinora?endpoint=${endpoint}` };
}

/** The SDK reads its credentials from the environment, which a service in this process shares. */
export function useS3Credentials({ credentials }: S3Server): void {
  process.env.AWS_ACCESS_KEY_ID = credentials.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = credentials.secretAccessKey;
}
