import type { Mutation } from './mutation.ts';

/** Guards against a worker that misuses its token, and against full disks. */
export const workers: readonly Mutation[] = [
  {
    name: 'the calls of a lease need no secret',
    file: 'server/src/jobs/attempts/leases.ts',
    from: 'and lease_secret_hash = $3\n',
    to: 'and $3::bytea is not null\n',
    tests: ['server/test/attacks/worker.test.ts'],
  },
  {
    name: 'the calls of a lease may have the token of another worker',
    file: 'server/src/jobs/attempts/leases.ts',
    from: 'and worker_token_id is not distinct from $4',
    to: 'and ($4::uuid is null or true)',
    tests: ['server/test/attacks/worker.test.ts'],
  },
  {
    name: 'a revoked token stays valid',
    file: 'server/src/jobs/worker-tokens/authenticate-worker.ts',
    from: 'where token_hash = $1 and revoked_at is null',
    to: 'where token_hash = $1',
    tests: ['server/test/cli/worker-token.test.ts'],
  },
  {
    name: 'a revoked token gets the job that its worker waits for',
    file: 'server/src/jobs/queue/claim-job.ts',
    from: 'and ($9::uuid is null or exists (select from worker_tokens where id = $9 and revoked_at is null))',
    to: 'and ($9::uuid is null or true)',
    tests: ['server/test/attacks/worker.test.ts'],
  },
  {
    name: 'an attempt stores files of any name',
    file: 'server/src/jobs/attempts/store-artifact.ts',
    from: 'if (name !== only)',
    to: `if (name === '')`,
    tests: ['server/test/attacks/worker.test.ts'],
  },
  {
    name: 'uploads of an attempt are written at the same time',
    file: 'server/src/http/worker-api/latest-upload.ts',
    from: 'const earlier = latest.get(key);',
    to: `const earlier = latest.get('');`,
    tests: ['server/test/attacks/worker.test.ts'],
  },
  {
    name: 'one worker suspends a customer',
    file: 'server/src/access/rejections.ts',
    from: 'else least(n, $3) end',
    to: 'else greatest(n, $3 - $3) end',
    tests: ['server/test/attacks/worker.test.ts'],
  },
  {
    name: 'a worker with its own token gets the key that marks images',
    file: 'server/src/http/worker-api/lease-view.ts',
    from: 'job.watermarkTag === null || tokenId !== null',
    to: 'job.watermarkTag === null',
    tests: ['server/test/attacks/worker.test.ts'],
  },
  {
    name: 'an attempt gets signatures of anything',
    file: 'server/src/jobs/attempts/leases.ts',
    from: 'and coalesce(signed_digest, $3) = $3',
    to: 'and $3::bytea is not null',
    tests: ['server/test/attacks/worker.test.ts'],
  },
  {
    name: 'an account stores without end',
    file: 'server/src/jobs/accept/decide-storage.ts',
    from: 'if (storedBytes < quota) return undefined;',
    to: 'if (storedBytes >= 0) return undefined;',
    tests: ['server/test/attacks/disk.test.ts'],
  },
  {
    name: 'a deleted result still uses its quota',
    file: 'server/src/jobs/retention/delete-job.ts',
    from: 'await subtractStoredBytes(tx, [ended]);',
    to: '',
    tests: ['server/test/attacks/disk.test.ts'],
  },
  {
    name: 'orders are accepted on a full disk',
    file: 'server/src/storage/free-disk.ts',
    from: '>= floorBytes',
    to: '>= 0',
    tests: ['server/test/attacks/disk.test.ts'],
  },
];
