import type { Mutation } from './mutation.ts';

/** Guards of the MCP adapter and of the package that the server serves. */
export const mcpAdapter: readonly Mutation[] = [
  {
    name: 'the adapter reads images outside the approved directories',
    file: 'mcp/src/media/read-approved-image.ts',
    from: 'if (real === undefined || !isInside(real, approved)) return',
    to: 'if (real === undefined) return',
    tests: ['mcp/test/image-files.test.ts'],
  },
  {
    name: 'the adapter trusts that what it opened is what it checked',
    file: 'mcp/src/media/read-approved-image.ts',
    from: 'if (!(await isStill(real, checked, handle, approved))) {',
    to: 'if (!checked.isFile()) {',
    tests: ['mcp/test/image-files.test.ts'],
  },
  {
    name: 'the adapter passes its key on',
    file: 'mcp/src/main.ts',
    from: 'send(redact(message, access.secrets()))',
    to: 'send(message)',
    tests: ['mcp/test/conversation.test.ts'],
  },
  {
    name: 'the adapter repeats an order under another idempotency key',
    file: 'mcp/src/tools/ordering.ts',
    from: 'await place({ idempotencyKey: key, signal })',
    to: 'await place({ signal })',
    tests: ['mcp/test/tools.test.ts'],
  },
  {
    name: 'the adapter polls although events arrive',
    file: 'client/src/watch-job.ts',
    from: 'if (stream.fruitless < FRUITLESS_STREAMS && (yield',
    to: 'if (stream.fruitless > FRUITLESS_STREAMS && (yield',
    tests: ['mcp/test/tools.test.ts'],
  },
  {
    name: 'a cancelled call loses the key',
    file: 'mcp/src/tools/finish-access.ts',
    from: 'await kinora.claim(code);',
    to: 'await kinora.claim(code, { signal });',
    tests: ['mcp/test/credentials.test.ts'],
  },
  {
    name: 'a preview of any job is served to anybody with a key',
    file: 'server/src/http/v1/requested-job.ts',
    from: 'job?.accountId === callerOf(request).accountId ? job : undefined',
    to: 'callerOf(request) && job',
    tests: ['server/test/api/preview.test.ts'],
  },
  {
    name: 'a call of a tool lasts until the host ends it',
    file: 'mcp/src/call-tool.ts',
    from: `'TimeoutError')), ms);`,
    to: `'TimeoutError')), 100 * ms);`,
    tests: ['mcp/test/call-tool.test.ts'],
  },
  {
    name: 'the adapter passes on a preview of any type',
    file: 'mcp/src/tools/check-status.ts',
    from: 'const facts = readImageFacts(bytes);',
    to: "const facts = readImageFacts(bytes) ?? { mime: 'text/html', width: 1, height: 1 };",
    tests: ['mcp/test/hostile-service.test.ts'],
  },
  {
    name: 'the adapter passes on a link of any kind',
    file: 'mcp/src/tools/check-status.ts',
    from: '...(/^https?:/i.test(uri) ? [link] : [])',
    to: 'link',
    tests: ['mcp/test/hostile-service.test.ts'],
  },
  {
    name: 'the adapter passes on text that a person does not see',
    file: 'mcp/src/call-tool.ts',
    from: '= cleanTexts(refusal, access.secrets());',
    to: '= refusal;',
    tests: ['mcp/test/hostile-service.test.ts'],
  },
];
