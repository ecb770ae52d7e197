import type { Mutation } from './mutation.ts';

/** Guards of the typed client and of the command line of customers. */
export const clients: readonly Mutation[] = [
  {
    name: 'the retries of an order are orders of their own',
    file: 'client/src/create-kinora-client.ts',
    from: `const headers = { 'idempotency-key': idempotencyKey };`,
    to: 'const headers = idempotencyKey === undefined ? {} : {};',
    tests: ['client/test/retries.test.ts'],
  },
  {
    name: 'a key follows a redirect',
    file: 'client/src/api-call.ts',
    from: `redirect: 'manual',`,
    to: `redirect: 'follow',`,
    tests: ['client/test/retries.test.ts'],
  },
  {
    name: 'an order that cannot be paid is sent again',
    file: 'client/src/decide-retry.ts',
    from: `if (status === 429) return code === 'rate_limited';`,
    to: `if (status === 429 || status === 402) return code !== '';`,
    tests: ['client/test/retries.test.ts'],
  },
  {
    name: 'a webhook may be old',
    file: 'client/src/verify-webhook.ts',
    from: 'if (Math.abs(ageSeconds) > toleranceSeconds) {',
    to: 'if (ageSeconds < -toleranceSeconds) {',
    tests: ['client/test/verify-webhook.test.ts'],
  },
  {
    name: 'everybody on the computer reads the keys',
    file: 'program/src/credentials-file.ts',
    from: `open(draft, 'wx', 0o600)`,
    to: `open(draft, 'wx', 0o644)`,
    tests: ['server/test/cli/customer-access.test.ts'],
  },
  {
    name: 'a logout deletes the keys of every service',
    file: 'cli/src/credentials-file.ts',
    from: '? others : { ...others, [origin]: service }',
    to: '? {} : { [origin]: service }',
    tests: ['server/test/cli/customer-access.test.ts'],
  },
  {
    name: 'the client waits for a response for ever',
    file: 'client/src/api-call.ts',
    from: 'if (isLasting) return',
    to: 'if (isLasting || repeatable) return',
    tests: ['client/test/retries.test.ts'],
  },
  {
    name: 'the client lets a runtime quote its key',
    file: 'client/src/create-kinora-client.ts',
    from: '.test(apiKey.trim())) {',
    to: '.test(baseUrl)) {',
    tests: ['client/test/retries.test.ts'],
  },
  {
    name: 'a result replaces the pipe that it is written to',
    file: 'cli/src/save-result.ts',
    from: 'if (await isWrittenTo(file)) {',
    to: 'if (file.length === 0) {',
    tests: ['server/test/cli/customer-orders.test.ts'],
  },
  {
    name: 'a download that falls silent is waited for',
    file: 'client/src/download.ts',
    from: 'await readWithin(source.silenceMs, reader);',
    to: 'await reader.read();',
    tests: ['client/test/download.test.ts'],
  },
];
