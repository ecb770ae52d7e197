import type { Mutation } from './mutation.ts';

/** Guards of accounts, of logs and of the operator's interfaces. */
export const access: readonly Mutation[] = [
  {
    name: 'anybody sets the test clock',
    file: 'server/src/http/operator/test-clock.ts',
    from: 'if (!isLoopbackRequest(request)) {',
    to: 'if (!request) {',
    tests: ['server/test/api/test-clock.test.ts'],
  },
  {
    name: 'errors are logged with the rows they quote',
    file: 'program/src/describe-error.ts',
    from: `  'errno',`,
    to: `  'detail',`,
    tests: ['server/test/cli/describe-error.test.ts'],
  },
  {
    name: 'an unknown path is logged as it was sent',
    file: 'server/src/http/problem-handler.ts',
    from: `segment === '' || WORD.test(segment) ? segment : '...'`,
    to: 'WORD ? segment : segment',
    tests: ['server/test/secrets.test.ts'],
  },
  {
    name: 'a confirmation signs in in any browser',
    file: 'server/src/accounts/guard-sign-in.ts',
    from: 'if (device !== undefined && (await isDeviceOf(database, { accountId: id, device }))) return;',
    to: 'if (device !== undefined || id !== undefined) return;',
    tests: ['server/test/attacks/authentication.test.ts'],
  },
  {
    name: 'an account that a stranger made keeps its key',
    file: 'server/src/accounts/prove-address.ts',
    from: '      await revokeKeys(tx, accountId, at);\n',
    to: '',
    tests: ['server/test/attacks/authentication.test.ts'],
  },
  {
    name: 'a reset link is not sent while strangers ask for some',
    file: 'server/src/access/attempt-window.ts',
    from: 'unnest(earlier.times) as t where t > $4',
    to: 'unnest(earlier.times) as t where t > $4 or true',
    tests: ['server/test/attacks/authentication.test.ts'],
  },
  {
    name: 'an old session approves a terminal without the password',
    file: 'server/src/accounts/signed-in.ts',
    from: 'needsPassword: ageMs > FRESH_MS',
    to: 'needsPassword: ageMs > 24 * FRESH_MS',
    tests: ['server/test/attacks/claims.test.ts'],
  },
  {
    name: 'a claim that made room no longer counts towards its network',
    file: 'server/src/access/claim/start-claim.ts',
    from: ' and network = $2`,',
    to: ' and displaced_at is null and network = $2`,',
    tests: ['server/test/attacks/claims.test.ts'],
  },
  {
    name: 'rejections of the job API do not count',
    file: 'server/src/orders/place-order.ts',
    from: 'if (checked.isRejection) await',
    to: 'if (checked.isRejection && order.jobApi === null) await',
    tests: ['server/test/attacks/suspension.test.ts'],
  },
  {
    name: 'a report hides again what the operator has kept',
    file: 'server/src/reports/decide-report.ts',
    from: '    !history.isKept &&\n',
    to: '',
    tests: ['server/test/attacks/reports.test.ts'],
  },
  {
    name: 'one account hides any number of results',
    file: 'server/src/reports/decide-report.ts',
    from: 'history.hiddenByAccount < HIDDEN_PER_ACCOUNT &&',
    to: 'history.hiddenByAccount < Infinity &&',
    tests: ['server/test/attacks/reports.test.ts'],
  },
];
