import type { Mutation } from './mutation.ts';

/** Guards of following and listing jobs, and of the warnings at the start. */
export const v1Jobs: readonly Mutation[] = [
  {
    name: "anyone with a key follows everyone's jobs",
    file: 'server/src/http/v1/requested-job.ts',
    from: 'job?.accountId === callerOf(request).accountId ? job : undefined',
    to: 'callerOf(request) && job',
    tests: ['server/test/api/job-events.test.ts'],
  },
  {
    name: 'a status that has not changed is sent again',
    file: 'server/src/http/follow-job.ts',
    from: 'const isNew = id !== last;',
    to: 'const isNew = id !== undefined;',
    tests: ['server/test/api/job-events.test.ts'],
  },
  {
    name: 'a revoked key continues to follow',
    file: 'server/src/http/v1/job-events.ts',
    from: 'const mayFollow = () => isStillAuthenticated(request, authenticateKey);',
    to: 'const mayFollow = async () => isStillAuthenticated(request, authenticateKey).then(() => true);',
    tests: ['server/test/api/job-events.test.ts'],
  },
  {
    name: 'streams go on while the server stops',
    file: 'server/src/http/follow-job.ts',
    from: 'if (isDraining(request.server)) events.end();',
    to: 'if (events.destroyed) events.end();',
    tests: ['server/test/api/job-events.test.ts'],
  },
  {
    name: 'a list repeats the last job of the page before',
    file: 'server/src/jobs/views/list-jobs.ts',
    from: 'and id < $3',
    to: 'and id <= $3',
    tests: ['server/test/api/list-jobs.test.ts'],
  },
  {
    name: 'a job is deleted by the key of another account',
    file: 'server/src/jobs/retention/delete-job.ts',
    from: 'if (job?.owner !== accountId)',
    to: 'if (job === undefined)',
    tests: ['server/test/api/delete-job.test.ts'],
  },
  {
    name: 'deleted jobs are listed',
    file: 'server/src/jobs/views/list-jobs.ts',
    from: 'where listed_by = $1',
    to: 'where account_id = $1',
    tests: ['server/test/api/list-jobs.test.ts'],
  },
  {
    name: 'nobody learns that a public service has no contact for vulnerabilities',
    file: 'server/src/settings/describe-exposure.ts',
    from: 'if (securityContact === undefined) {',
    to: "if (securityContact === '') {",
    tests: ['server/test/attacks/proxies.test.ts'],
  },
];
