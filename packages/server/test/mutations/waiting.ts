import type { Mutation } from './mutation.ts';

/** Guards of the orders that wait for their turn. */
export const waiting: readonly Mutation[] = [
  {
    name: 'an order that waited is not deleted in the transaction that accepts it',
    file: 'server/src/admit/accept/accept-jobs.ts',
    from: '    deleteStarted(tx, accepted),\n',
    to: '',
    // Until 24 hours later, its idempotency key hides that.
    tests: ['server/test/faults/waiting-killed.test.ts'],
  },
  {
    name: 'an order starts although it was cancelled meanwhile',
    file: 'server/src/admit/accept/waiting-rows.ts',
    from: 'return new Set(ids.filter((id) => !waiting.has(id)));',
    to: 'return new Set(ids.filter((id) => !waiting.has(id) && !ids.includes(id)));',
    tests: ['server/test/orders/waiting-orders.test.ts'],
  },
  {
    name: 'an order that waited starts while its account is suspended',
    file: 'server/src/http/console/studio/read-waiting.ts',
    from: 'if (suspendedUntil !== undefined) {',
    to: 'if (suspendedUntil !== undefined && key.length > 255) {',
    tests: ['server/test/orders/waiting-limits.test.ts'],
  },
  {
    name: 'an order that waited starts for an account that is banned',
    file: 'server/src/http/console/studio/read-waiting.ts',
    from: "!== 'live')",
    to: "=== 'ended')",
    tests: ['server/test/orders/waiting-limits.test.ts'],
  },
  {
    name: 'an order that waited costs more than was shown',
    file: 'server/src/http/job-api/read-order.ts',
    from: "priceLimit: payWith === 'balance' ? request.max_price_cents : request.max_credits,",
    to: '',
    tests: ['server/test/orders/waiting-orders.test.ts'],
  },
  {
    name: 'orders that repeat a blocked prompt are not paused with it',
    file: 'server/src/admit/waiting/change-waiting.ts',
    from: 'content: `or (',
    to: 'unavailable: `or (',
    tests: ['server/test/orders/waiting-orders.test.ts'],
  },
  {
    name: 'orders that need money are not paused with the one for which it was short',
    file: 'server/src/admit/waiting/change-waiting.ts',
    from: 'money: `or (',
    to: 'signed_out: `or (',
    tests: ['server/test/orders/waiting-orders.test.ts'],
  },
  {
    name: 'signing out of all other browsers leaves what waits',
    file: 'server/src/http/console/security/session-routes.ts',
    from: '      await pauseAllWaiting(tx, accountId);\n',
    to: '',
    tests: ['server/test/orders/waiting-limits.test.ts'],
  },
  {
    name: 'any number of orders waits',
    file: 'server/src/admit/waiting/add-waiting.ts',
    from: 'if (waiting >= max) {',
    to: 'if (waiting > max + 1000) {',
    tests: ['server/test/orders/waiting-limits.test.ts'],
  },
  {
    name: 'the end of a job does not start what waits',
    file: 'server/src/settle/settle-job.ts',
    from: "job.interface === 'job_api' && wakeWaiting(tx, job.accountId, at)",
    to: "job.interface === 'v1' && wakeWaiting(tx, job.accountId, at)",
    tests: ['server/test/orders/waiting-orders.test.ts'],
  },
];
