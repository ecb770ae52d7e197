import type { Mutation } from './mutation.ts';

/** Guards of what is told and who may set what. */
export const access: readonly Mutation[] = [
  {
    name: 'anybody sets the test clock',
    file: 'src/http/test-clock.ts',
    from: 'if (isLoopbackRequest(request)) return true;',
    to: 'if (request) return true;',
    tests: ['api/test-clock.test.ts'],
  },
  {
    name: 'errors are logged with the rows they quote',
    file: 'src/cli/describe-error.ts',
    from: `  'errno',`,
    to: `  'detail',`,
    tests: ['cli/describe-error.test.ts'],
  },
  {
    name: 'a path that leads nowhere is repeated as it came',
    file: 'src/http/problem-handler.ts',
    from: `segment === '' || WORD.test(segment) ? segment : '...'`,
    to: 'WORD ? segment : segment',
    tests: ['secrets.test.ts'],
  },
];
