import type { Mutation } from './mutation.ts';

/** Guards of payments and refunds. */
export const payments: readonly Mutation[] = [
  {
    name: 'a spent purchase can be refunded',
    file: 'server/src/ledger/refund.ts',
    from: `if (spentCents > 0) return 'spent';`,
    to: '',
    tests: ['server/test/payments/refund.test.ts'],
  },
  {
    name: 'a refund ignores the review of a dispute',
    file: 'server/src/payments/refund/refund-payment.ts',
    from: `if (await isUnderReview(tx, accountId)) return 'under_review';`,
    to: '',
    tests: ['server/test/api/billing-page.test.ts'],
  },
  {
    name: 'a credit by the operator can be refunded by the account',
    file: 'server/src/http/account/refund-by-card.ts',
    from: 'purchase === undefined || (await readPaymentState(database, accountId, purchase)) === undefined',
    to: 'purchase === undefined',
    tests: ['server/test/api/billing-page.test.ts'],
  },
  {
    name: 'after a lost response the sandbox charges again',
    file: 'server/src/payments/sandbox/sandbox-provider.ts',
    from: 'await charge(sandbox, operationId,',
    to: 'await charge(sandbox, String(Math.random()),',
    tests: ['server/test/faults/payment-killed.test.ts'],
  },
  {
    name: 'a renewal ignores the day of purchase',
    file: 'server/src/payments/sandbox/renew-subscriptions.ts',
    from: 'periodEnd(periodStart, interval, anchoredAt)',
    to: 'periodEnd(periodStart, interval)',
    tests: ['server/test/payments/subscription.test.ts'],
  },
  {
    name: 'a month that was billed while a request waited gets its charge',
    file: 'server/src/jobs/accept/accept-jobs.ts',
    from: '  const at = clock.now();\n  const current',
    to: '  const at = asked;\n  const current',
    tests: ['server/test/payments/month-end.test.ts'],
  },
  {
    name: 'a recharge that the cap stopped is never tried again',
    file: 'server/src/payments/auto-recharge/request-recharge.ts',
    from: `if (decideRecharge(funds, at).recharge === 'due') {`,
    to: 'if (false) {',
    tests: ['server/test/api/recharge-state.test.ts'],
  },
  {
    name: 'a downgrade takes effect at once',
    file: 'server/src/payments/plan-price.ts',
    from: 'return periodPrice(to) < periodPrice(from);',
    to: 'return periodPrice(to) < 0;',
    tests: ['server/test/payments/subscription.test.ts'],
  },
  {
    name: 'the invoice of a plan with manual billing is charged',
    file: 'server/src/payments/month-end/collect-invoices.ts',
    from: `terms?.planBilling === 'manual' ? 'manual' : 'card'`,
    to: `'card'`,
    tests: ['server/test/payments/month-end.test.ts'],
  },
  {
    name: 'an account under review is sold top-ups',
    file: 'server/src/payments/start-payment.ts',
    from: 'if (await isUnderReview(tx, payment.accountId)) return refusedInReview;',
    to: '',
    tests: ['server/test/api/billing-page.test.ts'],
  },
];
