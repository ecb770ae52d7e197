import type { Mutation } from './mutation.ts';

/** Guards of the operator's console. */
export const operator: readonly Mutation[] = [
  {
    name: 'a banned account keeps its keys',
    file: 'server/src/access/authenticate-key.ts',
    from: 'if (row.isBanned) return refused(accountBanned);',
    to: '',
    tests: ['server/test/operator/accounts.test.ts'],
  },
  {
    name: 'a banned account keeps its access tokens',
    file: 'server/src/http/job-api/authenticate-by-token.ts',
    from: 'if (await isBanned(subject.accountId)) return sendJobApiProblem(reply, accountBanned);',
    to: '',
    tests: ['server/test/operator/accounts.test.ts'],
  },
  {
    name: 'a session that began during a ban is valid',
    file: 'server/src/accounts/signed-in.ts',
    from: 'if (account?.isBanned === true) return undefined;',
    to: '',
    tests: ['server/test/operator/accounts.test.ts'],
  },
  {
    name: 'a credit that is sent twice is not recognised as the same',
    file: 'server/src/operator/change-account.ts',
    from: 'if (earlier !== undefined) return undefined;',
    to: '',
    tests: ['server/test/operator/accounts.test.ts'],
  },
  {
    name: 'a job cancelled by the operator keeps its price',
    file: 'server/src/jobs/attempts/cancel-job.ts',
    from: 'await reversePayment(tx, ended, at);',
    to: '',
    tests: ['server/test/operator/jobs.test.ts'],
  },
  {
    name: 'the second decision about a block replaces the first',
    file: 'server/src/operator/review-block.ts',
    from: 'if (decided.length === 0) return refused(DECIDED);',
    to: '',
    tests: ['server/test/operator/reviews.test.ts'],
  },
  {
    name: 'the end of a plan leaves a charge that nobody invoices',
    file: 'server/src/operator/decide-plan-grant.ts',
    from: 'if (leavesManual && unbilledCents > 0 && cardAddedAt === null) {',
    to: 'if (leavesManual && unbilledCents < 0 && cardAddedAt === null) {',
    tests: ['server/test/operator/accounts.test.ts'],
  },
];
