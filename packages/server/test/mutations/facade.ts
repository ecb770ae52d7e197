import type { Mutation } from './mutation.ts';

/** Guards of the routes in the shapes of the OpenAI API. */
export const facade: readonly Mutation[] = [
  {
    name: 'a retry without a key is a new order',
    file: 'server/src/admit/accept/unkeyed-calls.ts',
    from: 'if (earlier === undefined) return key;',
    to: 'if (earlier === undefined || !earlier.isRefused) return key;',
    tests: ['server/test/openai-compatible/retries.test.ts'],
  },
  {
    name: 'two retries take over the same order',
    file: 'server/src/admit/accept/unkeyed-calls.ts',
    from: 'const key = callKey(attempt, newId());',
    to: 'const key = callKey(0, newId());',
    tests: ['server/test/openai-compatible/retries.test.ts'],
  },
  {
    name: 'a retry repeats a video that was deleted',
    file: 'server/src/admit/accept/unkeyed-calls.ts',
    from: ' and jobs.deleted_at is null))\n  order',
    to: '))\n  order',
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
    name: 'what was ordered by a call that was cut off is not found again, and is paid twice',
    file: 'server/src/http/openai/call.ts',
    from: "reply.raw.once('close', () => reply.raw.writableFinished || void abandonCall(reply, call, dependencies));",
    to: '',
    tests: ['server/test/openai-compatible/cut-calls.test.ts'],
  },
  {
    name: 'another key gets what a call that was cut off has ordered',
    file: 'server/src/http/openai/call.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text of the source.
    from: 'sha256(`${keyId} ${',
    to: 'sha256(`${',
    tests: ['server/test/openai-compatible/cut-calls.test.ts'],
  },
  {
    name: 'two calls take over the same order that was cut off',
    file: 'server/src/admit/accept/unkeyed-calls.ts',
    from: 'await rename(tx, accountId, earlier.key.slice(0, earlier.key.lastIndexOf(SEPARATOR)), key);',
    to: 'return earlier.key.slice(0, earlier.key.lastIndexOf(SEPARATOR));',
    tests: ['server/test/openai-compatible/cut-calls.test.ts'],
  },
  {
    name: 'what was ordered for a client that had left is kept beside what it ordered anew',
    file: 'server/src/http/openai/call.ts',
    from: 'await cancelOrders(call, claims, dependencies);\n    return false;',
    to: 'return false;',
    tests: ['server/test/openai-compatible/cut-calls.test.ts'],
  },
  {
    name: 'a repeated call that is refused deletes images that are paid',
    file: 'server/src/http/openai/place-orders.ts',
    from: 'if (!(placed?.ok && placed.value.replayed)) accepted',
    to: 'accepted',
    tests: ['server/test/openai-compatible/cut-calls.test.ts'],
  },
  {
    name: 'a package returns an order that failed late as if it were images',
    file: 'server/src/http/openai/send-when-ready.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text of the source.
    from: '`${end.problem.code}: ${end.problem.message}`',
    to: 'JSON.stringify({ error: end.problem })',
    tests: ['server/test/openai-compatible/long-calls.test.ts'],
  },
  {
    name: 'a response that has begun is silent for longer than the proxy waits',
    file: 'server/src/http/openai/send-when-ready.ts',
    from: "setInterval(() => body.write(' '), silenceMs)",
    to: "setInterval(() => body.write(' '), 60_000)",
    tests: ['server/test/openai-compatible/long-calls.test.ts'],
  },
  {
    name: 'the poll of a worker lasts longer than its proxy waits',
    file: 'server/src/http/worker-api/lease-routes.ts',
    from: 'Math.min(body.value.wait_ms, waitMsOf(request))',
    to: 'body.value.wait_ms',
    tests: ['server/test/openai-compatible/long-calls.test.ts'],
  },
  {
    name: 'the events of a job are silent for longer than the proxy waits',
    file: 'server/src/http/follow-job.ts',
    from: 'writtenAt < silenceMs',
    to: 'writtenAt < 15_000',
    tests: ['server/test/openai-compatible/long-calls.test.ts'],
  },
  {
    name: 'some images of a refused call are rendered',
    file: 'server/src/http/openai/place-orders.ts',
    from: '  await cancelOrders(call, accepted, dependencies);',
    to: '',
    tests: ['server/test/openai-compatible/orders.test.ts'],
  },
  {
    name: 'a text of a form that is no UTF-8 is replaced, and charged',
    file: 'server/src/http/openai/parse-form.ts',
    from: 'fatal: true, ignoreBOM',
    to: 'fatal: false, ignoreBOM',
    tests: ['server/test/openai-compatible/orders.test.ts'],
  },
  {
    name: 'an order that is sold no more has no stored answer',
    file: 'server/src/admit/place-order.ts',
    from: '(await findReplay(order, dependencies)) ?? ',
    to: '',
    tests: ['server/test/openai-compatible/replays.test.ts'],
  },
];
