import type { Mutation } from './mutation.ts';

/** Guards of the routes in the shapes of the OpenAI API. */
export const facade: readonly Mutation[] = [
  {
    name: 'a retry without a key is a new order',
    file: 'server/src/jobs/accept/unkeyed-calls.ts',
    from: 'if (earlier === undefined) return callKey(attempt, newId());',
    to: 'if (earlier === undefined || !earlier.isRefused) return callKey(attempt, newId());',
    tests: ['server/test/openai-compatible/retries.test.ts'],
  },
  {
    name: 'two retries take over the same order',
    file: 'server/src/jobs/accept/unkeyed-calls.ts',
    from: 'const key = callKey(attempt, repeated.slice(repeated.lastIndexOf(SEPARATOR) + 1));',
    to: 'const key = callKey(0, repeated.slice(repeated.lastIndexOf(SEPARATOR) + 1));',
    tests: ['server/test/openai-compatible/retries.test.ts'],
  },
  {
    name: 'a retry repeats a video that was deleted',
    file: 'server/src/jobs/accept/unkeyed-calls.ts',
    from: ' and jobs.deleted_at is null',
    to: '',
    tests: ['server/test/openai-compatible/retries.test.ts'],
  },
  {
    name: 'the retry of a refused order gets another one that was placed at once',
    file: 'server/src/http/openai/call.ts',
    from: 'if (attempt !== undefined && isRetried(rejection)) await unkeyedCalls.refuse(attempt);',
    to: '',
    tests: ['server/test/openai-compatible/retries.test.ts'],
  },
  {
    name: 'an image whose client has left is charged',
    file: 'server/src/http/openai/image-routes.ts',
    from: 'if (!isKept) await cancelCall(call, dependencies);',
    to: '',
    tests: ['server/test/openai-compatible/retries.test.ts'],
  },
  {
    name: 'some images of a refused call are rendered',
    file: 'server/src/http/openai/place-orders.ts',
    from: 'await cancelCall(call, dependencies);\n        return',
    to: 'return',
    tests: ['server/test/openai-compatible/orders.test.ts'],
  },
  {
    name: 'a text of a form that is no UTF-8 is replaced, and charged',
    file: 'server/src/http/openai/parse-form.ts',
    from: 'fatal: true, ignoreBOM',
    to: 'fatal: false, ignoreBOM',
    tests: ['server/test/openai-compatible/orders.test.ts'],
  },
];
