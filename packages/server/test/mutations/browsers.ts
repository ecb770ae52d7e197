import type { Mutation } from './mutation.ts';

/** Guards of calls from other origins and of public caches. */
export const browsers: readonly Mutation[] = [
  {
    name: 'a page of any origin may call',
    file: 'server/src/http/cross-origin.ts',
    from: 'origin === undefined || !allowed.has(origin)',
    to: 'origin === undefined',
    tests: ['server/test/http/cross-origin.test.ts'],
  },
  {
    name: 'every route accepts cookies from other origins',
    file: 'server/src/http/cross-origin.ts',
    from: '  if (isSignIn) reply.header(',
    to: '  reply.header(',
    tests: ['server/test/http/cross-origin.test.ts'],
  },
  {
    name: 'a page of any origin gets a session',
    file: 'server/src/http/auth/session-cookies.ts',
    from: ' && allowedOrigins.includes(origin)',
    to: '',
    tests: ['server/test/accounts/sign-in-errors.test.ts'],
  },
  {
    name: 'a public result is cached until it expires',
    file: 'server/src/http/downloads/public-media.ts',
    from: 'Math.min(MAX_AGE_SECONDS, secondsLeft)',
    to: 'secondsLeft',
    tests: ['server/test/job-api/public-caches.test.ts'],
  },
  {
    name: 'a deleted result stays in the caches',
    file: 'server/src/jobs/retention/delete-job.ts',
    from: '    if (assetId !== null && artifactKey !== null) await purgeCaches(tx, mediaPath(assetId, artifactKey));\n',
    to: '',
    tests: ['server/test/job-api/public-caches.test.ts'],
  },
  {
    name: 'a key deletes the jobs of the job API',
    file: 'server/src/http/v1/job-routes.ts',
    from: `(await deleteJob(dependencies, accountId, jobId, 'v1'))`,
    to: '(await deleteJob(dependencies, accountId, jobId))',
    tests: ['server/test/job-api/front-end.test.ts'],
  },
];
