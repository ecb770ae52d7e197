import type { Mutation } from './mutation.ts';

/** Guards of placing an order. */
export const orders: readonly Mutation[] = [
  {
    name: 'padding within the base64 of an upload is accepted at the end of a piece',
    file: 'media/src/uploads/decode-base64.ts',
    from: 'if (filled !== (at / 4) * 3) return undefined;',
    to: '',
    tests: ['media/test/uploads/decode-base64.test.ts'],
  },
  {
    name: 'prompt and upload are checked whatever the account has',
    file: 'server/src/orders/pre-check.ts',
    from: 'if (outcome.ok) return { ...outcome, rate, isCounted };',
    to: 'if (!outcome.ok) return { ...ok(undefined), rate, isCounted };\n  if (outcome.ok) return { ...outcome, rate, isCounted };',
    tests: ['server/test/orders/order-of-checks.test.ts'],
  },
  {
    name: 'a quote does not say that no worker is capable of the order',
    file: 'server/src/orders/quote-order.ts',
    from: '(await findCapacityProblem(requirementsOf(order, order.quoteFor(undefined))))',
    to: 'undefined',
    tests: ['server/test/api/no-capacity.test.ts'],
  },
  {
    name: 'the pre-check ignores the stored response',
    file: 'server/src/orders/read-account-state.ts',
    from: 'requestHash === null || response === null ? undefined : { requestHash, response }',
    to: 'undefined',
    tests: ['server/test/orders/order-of-checks.test.ts'],
  },
  {
    name: 'an upscaled image is not priced before its upload is decoded',
    file: 'server/src/http/job-api/read-order.ts',
    from: '(uploaded = smallestUpload) => quoteJob(request, tier, uploaded)',
    to: '(uploaded) => (uploaded === undefined ? { ...quoteJob(request, tier, smallestUpload), credits: 0 } : quoteJob(request, tier, uploaded))',
    tests: ['server/test/orders/order-of-checks.test.ts'],
  },
  {
    name: 'the prompt of an order without a worker is prepared',
    file: 'server/src/orders/place-order.ts',
    from: 'if (capacityProblem !== undefined) return failed(capacityProblem);',
    to: 'if (png !== undefined && capacityProblem !== undefined) await preparePrompt({ prompt: order.prompt, quote: priced.quote, hasImage: true }, dependencies);\n  if (capacityProblem !== undefined) return failed(capacityProblem);',
    tests: ['server/test/orders/order-of-checks.test.ts'],
  },
  {
    name: 'the watermark of an image does not depend on its upload',
    file: 'server/src/orders/accept-order.ts',
    from: `png === undefined ? '' : (await sha256InPieces([png])).toString('hex')`,
    to: `''`,
    tests: ['server/test/orders/watermark-subject.test.ts'],
  },
  {
    name: 'two values of a job are swapped',
    file: 'server/src/jobs/accept/insert-jobs.ts',
    from: 'text((job) =>\n    job.owningNode === null && job.preparedPrompt !== job.prompt ? job.preparedPrompt : null,\n  )',
    to: 'text((job) => job.watermarkTag)',
    tests: ['server/test/api/content-blocked.test.ts'],
  },
  {
    name: 'a call that would outlast the proxy is accepted',
    file: 'server/src/orders/check-wait.ts',
    from: 'seconds > waitLimitSeconds',
    to: 'seconds < 0',
    tests: ['server/test/api/zero-retention-proxied.test.ts'],
  },
  {
    name: 'a call that outlasts the proxy is not ended',
    file: 'server/src/http/v1/send-result-inline.ts',
    from: 'limitSeconds * 1000 * WAIT_MARGIN',
    to: 'limitSeconds * 100_000',
    tests: ['server/test/api/zero-retention-proxied.test.ts'],
  },
  {
    name: 'a prompt in a script without lists is accepted',
    file: 'server/src/safety/create-prompt-check.ts',
    from: "languages !== 'any' && isInUnlistedScript(prompt)",
    to: "languages === 'listed' && isInUnlistedScript(prompt)",
    tests: ['server/test/api/prompt-languages.test.ts'],
  },
  {
    name: 'a negation excuses what another word takes back',
    file: 'server/src/safety/find-concepts.ts',
    from: "if (concept === 'negatedWish' && isUndone(tokens, index, rest.length)) return;",
    to: '',
    tests: ['server/test/safety/check-prompt.test.ts'],
  },
];
