import type { Mutation } from './mutation.ts';

/** Guards of logs and of the operator's interfaces. */
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
];
