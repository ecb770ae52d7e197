import type { Mutation } from './mutation.ts';

/** Guards between us and the card network. */
export const payments: readonly Mutation[] = [
  {
    name: 'a spent purchase can be refunded',
    file: 'src/ledger/refund.ts',
    from: `if (spentCents > 0) return 'spent';`,
    to: '',
    tests: ['payments/refund.test.ts'],
  },
  {
    name: 'an account under review is refunded',
    file: 'src/payments/refund/refund-payment.ts',
    from: `if (reviewed.length > 0) return 'under_review';`,
    to: '',
    tests: ['api/billing-page.test.ts'],
  },
  {
    name: 'a balance granted by the operator can be refunded by the customer',
    file: 'src/http/pages/billing-routes.ts',
    from: 'UUID.test(purchaseId) && (await readPaymentState(database, accountId, purchaseId)) !== undefined',
    to: 'UUID.test(purchaseId)',
    tests: ['api/billing-page.test.ts'],
  },
  {
    name: 'a retry makes the sandbox charge again',
    file: 'src/payments/sandbox/sandbox-provider.ts',
    from: 'await charge(sandbox, operationId,',
    to: 'await charge(sandbox, String(Math.random()),',
    tests: ['faults/payment-killed.test.ts'],
  },
  {
    name: 'a renewal ignores the day of purchase',
    file: 'src/payments/sandbox/renew-subscriptions.ts',
    from: 'periodEnd(paidUntil, interval, due.boughtAt)',
    to: 'periodEnd(paidUntil, interval)',
    tests: ['payments/subscription.test.ts'],
  },
  {
    name: 'a request that waited is charged to a month that is billed already',
    file: 'src/jobs/accept-jobs.ts',
    from: 'if (monthStart(asked).getTime() === monthStart(at).getTime()) return',
    to: 'if (asked <= at) return',
    tests: ['payments/month-end.test.ts'],
  },
];
