import type { Store } from '../blobs.ts';
import { checkBucket } from './check-bucket.ts';
import { createS3Blobs } from './s3-blobs.ts';
import { createS3Client, type S3Timeouts } from './s3-client.ts';
import type { S3Location } from './s3-location.ts';

/** Opens the store, without a request to it. */
export function openS3Store(location: S3Location, timeouts?: S3Timeouts): Store {
  const client = createS3Client(location, location.endpoint, timeouts);
  const linkClient =
    location.publicEndpoint === undefined ? client : createS3Client(location, location.publicEndpoint);
  const blobs = createS3Blobs(client, linkClient, location);
  return {
    blobs,
    check: () => checkBucket(blobs, location),
    close() {
      client.destroy();
      linkClient.destroy();
    },
  };
}
