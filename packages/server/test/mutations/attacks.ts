import type { Mutation } from './mutation.ts';

/** Guards of the server against clients that send too much, or hide behind a proxy. */
export const attacks: readonly Mutation[] = [
  {
    name: 'a body without an image may take as long as an upload',
    file: 'server/src/http/request/receive-body.ts',
    from: 'bodyTimeMs(limit)',
    to: 'bodyTimeMs(24 * 2 ** 20)',
    tests: ['server/test/http/slow-requests.test.ts'],
  },
  {
    name: 'the sandbox serves a plain proxy with a public URL',
    file: 'server/src/http/payments/sandbox/sandbox-routes.ts',
    from: 'const isOpen = !isPublic && isLoopbackRequest(request);',
    to: 'const isOpen = isLoopbackRequest(request);',
    tests: ['server/test/attacks/proxies.test.ts'],
  },
  {
    name: 'the bytes of a body are not counted',
    file: 'server/src/http/request/receive-body.ts',
    from: 'if (!receipt.budget.take(network, more)) return false;',
    to: '',
    tests: ['server/test/http/shared-limits.test.ts'],
  },
  {
    name: 'a connection with unread bytes is reset',
    file: 'server/src/http/server.ts',
    from: 'lingerOnClose(server.server);',
    to: '',
    tests: ['server/test/api/bad-transport.test.ts'],
  },
  {
    name: 'a server stops before its calls with zero retention have ended',
    file: 'server/src/app.ts',
    from: 'ephemeralJobs.finish(stopGraceMs)',
    to: 'ephemeralJobs.finish(0)',
    tests: ['server/test/api/zero-retention.test.ts'],
  },
  {
    name: 'the scans of an upload are not counted',
    file: 'media/src/uploads/inspect-upload.ts',
    from: `format === 'jpeg' && countScans(bytes) > uploadLimits.scans`,
    to: `format === 'jpeg' && countScans(bytes) < 0`,
    tests: ['server/test/attacks/uploads.test.ts'],
  },
  {
    name: 'a quote parses whatever the decoder reads',
    file: 'media/src/uploads/read-upload-size.ts',
    from: 'bytes === undefined || formatOf(bytes) === undefined',
    to: 'bytes === undefined',
    tests: ['server/test/attacks/uploads.test.ts'],
  },
  {
    name: 'a deleted job makes room for two',
    file: 'server/src/jobs/settle-job.ts',
    from: 'set open_jobs = open_jobs - 1,',
    to: 'set open_jobs = open_jobs - 2,',
    tests: ['server/test/attacks/limits.test.ts'],
  },
  {
    name: 'a public result has other names',
    file: 'server/src/http/downloads/public-media.ts',
    from: 'mediaPath(assetId, asset.key) !== MEDIA_PREFIX + name',
    to: `mediaPath(assetId, asset.key) === ''`,
    tests: ['server/test/attacks/media.test.ts'],
  },
  {
    name: 'a burst of orders that are rejected passes the call limit',
    file: 'server/src/orders/orders-in-check.ts',
    from: "if (account.inCheck > remaining) return 'full';",
    to: "if (account.inCheck > remaining) return 'entered';",
    tests: ['server/test/orders/orders-in-check.test.ts'],
  },
  {
    name: 'an order uses a call limit that was read before another was counted',
    file: 'server/src/orders/orders-in-check.ts',
    from: "if (account.inCheck + account.inCount + countedSince > remaining) return 'stale';",
    to: '',
    tests: ['server/test/orders/orders-in-check.test.ts'],
  },
  {
    name: 'an order uses a call limit that was read before a rejected one was counted',
    file: 'server/src/orders/orders-in-check.ts',
    from: 'account.inCheck + account.inCount + countedSince',
    to: 'account.inCheck + countedSince',
    tests: ['server/test/orders/orders-in-check.test.ts'],
  },
];
