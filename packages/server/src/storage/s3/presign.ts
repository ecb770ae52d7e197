import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Blobs } from '../blobs.ts';
import { atStore } from './s3-client.ts';

/**
 * Links to the store itself. A link signed with credentials that end ends with them, so where they would not
 * last there is none and the bytes go through this server.
 */
export function createS3Presigner(
  client: S3Client,
  objectOf: (key: string) => { Bucket: string; Key: string },
  direct: boolean,
): Pick<Blobs, 'presignGet' | 'presignPut'> {
  async function lasts(seconds: number): Promise<boolean> {
    if (!direct) return false;
    const { expiration, sessionToken } = await atStore('signing', () => client.config.credentials());
    // Temporary ones that do not say how long they last are not relied on.
    if (expiration === undefined) return sessionToken === undefined;
    return expiration.getTime() > Date.now() + seconds * 1000;
  }

  return {
    async presignGet(key, { expiresSeconds, mime, filename }) {
      const object = objectOf(key);
      if (!(await lasts(expiresSeconds))) return undefined;
      const command = new GetObjectCommand({
        ...object,
        ResponseContentType: mime,
        ResponseContentDisposition: filename && `inline; filename="${filename}"`,
      });
      return atStore('signing', () => getSignedUrl(client, command, { expiresIn: expiresSeconds }));
    },
    async presignPut(key, { expiresSeconds, mime }) {
      const object = objectOf(key);
      if (!(await lasts(expiresSeconds))) return undefined;
      const command = new PutObjectCommand({ ...object, ContentType: mime });
      const signed = { expiresIn: expiresSeconds, signableHeaders: new Set(['host', 'content-type']) };
      return atStore('signing', () => getSignedUrl(client, command, signed));
    },
  };
}
