import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Blobs } from '../blobs.ts';
import { atStore } from './s3-client.ts';

/**
 * Presigns links to the store. A link signed with temporary credentials expires with them, so if they expire too early
 * there is no link and the bytes go through this server.
 */
export function createS3Presigner(
  client: S3Client,
  objectOf: (key: string) => { Bucket: string; Key: string },
  direct: boolean,
): Pick<Blobs, 'presignGet' | 'presignPut'> {
  async function canSignFor(seconds: number): Promise<boolean> {
    if (!direct) return false;
    const { expiration, sessionToken } = await atStore('signing', () => client.config.credentials());
    // Temporary credentials without an expiration may expire at any time.
    if (expiration === undefined) return sessionToken === undefined;
    return expiration.getTime() > Date.now() + seconds * 1000;
  }

  return {
    async presignGet(key, { expiresSeconds, mime, filename }) {
      const object = objectOf(key);
      if (!(await canSignFor(expiresSeconds))) return undefined;
      const command = new GetObjectCommand({
        ...object,
        ResponseContentType: mime,
        ResponseContentDisposition: filename && `inline; filename="${filename}"`,
      });
      return atStore('signing', () => getSignedUrl(client, command, { expiresIn: expiresSeconds }));
    },
    async presignPut(key, { expiresSeconds, mime, bytes }) {
      const object = objectOf(key);
      if (!(await canSignFor(expiresSeconds))) return undefined;
      const command = new PutObjectCommand({ ...object, ContentType: mime, ContentLength: bytes });
      const sized = bytes === undefined ? [] : ['content-length'];
      const signed = {
        expiresIn: expiresSeconds,
        signableHeaders: new Set(['host', 'content-type', ...sized]),
      };
      return atStore('signing', () => getSignedUrl(client, command, signed));
    },
  };
}
