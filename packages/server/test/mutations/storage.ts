import type { Mutation } from './mutation.ts';

/** Guards of bytes: stored whole, handed out, let go of. */
export const storage: readonly Mutation[] = [
  {
    name: 'only the first page of a listing is read',
    file: 'src/storage/s3/s3-blobs.ts',
    from: 'ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined;',
    to: 'ContinuationToken = undefined;',
    tests: ['storage/s3.test.ts'],
  },
  {
    name: 'the fault of a sender is told as one of the store',
    file: 'src/storage/s3/s3-blobs.ts',
    from: 'throw broken ?? error;',
    to: 'throw error;',
    tests: ['storage/s3.test.ts'],
  },
  {
    name: 'parts of a broken upload stay',
    file: 'src/storage/s3/s3-blobs.ts',
    from: 'leavePartsOnError: false',
    to: 'leavePartsOnError: true',
    tests: ['storage/s3.test.ts'],
  },
  {
    name: 'the SDK adds its checksums',
    file: 'src/storage/s3/s3-client.ts',
    from: `requestChecksumCalculation: 'WHEN_REQUIRED',`,
    to: '',
    tests: ['storage/s3.test.ts'],
  },
  {
    name: 'deleting many has no MD5',
    file: 'src/storage/s3/s3-client.ts',
    from: '  sendContentMd5(client);',
    to: '',
    tests: ['storage/s3.test.ts'],
  },
  {
    name: 'links are signed with credentials that end before them',
    file: 'src/storage/s3/presign.ts',
    from: 'if (expiration === undefined) return sessionToken === undefined;',
    to: 'if (expiration === undefined) return true;',
    tests: ['storage/s3.test.ts'],
  },
  {
    name: 'an upload may be of any type',
    file: 'src/storage/s3/presign.ts',
    from: `new Set(['host', 'content-type'])`,
    to: `new Set(['host'])`,
    tests: ['storage/s3.test.ts'],
  },
  {
    name: 'a store that hangs is waited for',
    file: 'src/storage/s3/s3-client.ts',
    from: 'socketTimeout: silenceMs,',
    to: '',
    tests: ['faults/store-lost.test.ts'],
  },
  {
    name: 'a worker that cannot reach the store gives up',
    file: 'src/workers/lease-client.ts',
    from: '        // Not reached, or cut off.',
    to: '        throw new Error();',
    tests: ['api/s3-end-to-end.test.ts'],
  },
  {
    name: 'bytes put after a DELETE stay',
    file: 'src/http/worker-api/routes.ts',
    from: 'if (lease !== undefined) await sweepIfDeleted',
    to: 'if (lease === null) await sweepIfDeleted',
    tests: ['api/s3-end-to-end.test.ts'],
  },
  {
    name: 'the picture of a delivered job stays',
    file: 'src/http/worker-api/routes.ts',
    from: `    await discardInput(blobs, job.initImageKey);
    return reply.send({});
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/fail'`,
    to: `    return reply.send({});
  });

  routes.post<LeaseRoute>('/leases/:jobId/:attempt/fail'`,
    tests: ['api/s3-end-to-end.test.ts'],
  },
  {
    name: 'a DELETE forgets bytes that it could not delete',
    file: 'src/jobs/delete-job.ts',
    from: 'await purgeLater(jobId, error);',
    to: 'void error;',
    tests: ['faults/store-lost.test.ts'],
  },
  {
    name: 'a job is marked as purged though its bytes are there',
    file: 'src/jobs/purge-expired.ts',
    from: 'await markPurged(database, emptied, clock.now());',
    to: 'await markPurged(database, batch.map(({ id }) => id), clock.now());',
    tests: ['jobs/purge-expired.test.ts'],
  },
  {
    name: 'jobs are purged a moment early',
    file: 'src/jobs/purge-expired.ts',
    from: 'ended_at <= $1',
    to: `ended_at <= $1::timestamptz + interval '1 second'`,
    tests: ['jobs/purge-expired.test.ts'],
  },
  {
    name: 'a page of jobs of one instant is left out',
    file: 'src/jobs/purge-expired.ts',
    from: '(ended_at, id) > ($2::timestamptz, $3::uuid)',
    to: 'ended_at > $2::timestamptz and $3::uuid is not null',
    tests: ['jobs/purge-expired.test.ts'],
  },
  {
    name: 'the sweep takes the blobs of a running lease',
    file: 'src/jobs/sweep-storage.ts',
    from: `if (owner.state === 'running' && named.attempt === owner.attempt) return false;`,
    to: '',
    tests: ['jobs/sweep-storage.test.ts'],
  },
  {
    name: 'the sweep takes a picture before its job is accepted',
    file: 'src/jobs/sweep-storage.ts',
    from: 'return modifiedAt.getTime() < now.getTime() - UNKNOWN_AFTER_MS;',
    to: 'return modifiedAt < now;',
    tests: ['jobs/sweep-storage.test.ts'],
  },
  {
    name: 'the sweep spares a deleted job',
    file: 'src/jobs/sweep-storage.ts',
    from: 'if (owner.isDeleted) return true;',
    to: 'if (owner.isDeleted) return false;',
    tests: ['jobs/sweep-storage.test.ts'],
  },
  {
    name: 'one statement of answers is forgotten and no more',
    file: 'src/jobs/idempotency.ts',
    from: 'forgotten = rows.length;',
    to: 'forgotten = 0;',
    tests: ['jobs/sweep-storage.test.ts'],
  },
];
