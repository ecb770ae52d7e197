import type { Mutation } from './mutation.ts';

/** Guards of the job API. */
export const jobApi: readonly Mutation[] = [
  {
    name: "a delivered job's credits are reversed",
    file: 'server/src/jobs/settle-job.ts',
    from: '  else await settleCredits(tx, job.jobId);',
    to: '  else await reverseCredits(tx, job.jobId);',
    tests: ['server/test/job-api/limits.test.ts'],
  },
  {
    name: 'credits of a failed job are settled',
    file: 'server/src/jobs/settle-job.ts',
    from: '  else await reverseCredits(tx, job.jobId);',
    to: '  else await settleCredits(tx, job.jobId);',
    tests: ['server/test/job-api/limits.test.ts'],
  },
  {
    name: 'a batch forgets the credits it has used',
    file: 'server/src/jobs/accept/decide-request.ts',
    from: 'usedCredits: usedCredits + credits',
    to: 'usedCredits',
    tests: ['server/test/job-api/limits.test.ts'],
  },
  {
    name: 'the jobs of a tier count against the key',
    file: 'server/src/jobs/accept/decide-limits.ts',
    from: `interface: jobApi === null ? 'v1' : 'job_api'`,
    to: `interface: jobApi === null ? 'v1' : 'v1'`,
    tests: ['server/test/job-api/limits.test.ts'],
  },
  {
    name: 'a job of the job API costs money',
    file: 'server/src/jobs/accept/decide-request.ts',
    from: '  if (jobApi === null) {\n    const decided',
    to: '  if (jobApi === null || true) {\n    const decided',
    tests: ['server/test/job-api/limits.test.ts'],
  },
  {
    name: 'a token of another audience is valid',
    file: 'server/src/accounts/access-token.ts',
    from: '          audience: TOKEN_ISSUER,\n',
    to: '',
    tests: ['server/test/job-api/access-token.test.ts'],
  },
  {
    name: 'the keys are read for every token with an unknown key',
    file: 'server/src/accounts/access-token.ts',
    from: '    next = undefined;\n',
    to: '    next = undefined;\n    readAt = Number.NEGATIVE_INFINITY;\n',
    tests: ['server/test/job-api/access-token.test.ts'],
  },
  {
    name: 'a hidden result is still served',
    file: 'server/src/jobs/views/published-asset.ts',
    from: ' and deleted_at is null and hidden_at is null',
    to: ' and deleted_at is null',
    tests: ['server/test/job-api/reports.test.ts'],
  },
  {
    name: 'anybody may see a job',
    file: 'server/src/http/job-api/job-api-routes.ts',
    from: 'job === undefined || job.accountId !== tokenSubjectOf(request).accountId',
    to: 'job === undefined',
    tests: ['server/test/job-api/job-status.test.ts'],
  },
  {
    name: 'the age is not checked',
    file: 'server/src/http/job-api/read-order.ts',
    from: 'if (!ageVerified) {',
    to: 'if (false as boolean) {',
    tests: ['server/test/job-api/generate.test.ts'],
  },
];
