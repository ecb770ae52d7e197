/** Bugs that a test must see: each takes away one guard of money or jobs. Run by `npm run mutations`. */
export interface Mutation {
  readonly name: string;
  /** Below `packages/server`. */
  readonly file: string;
  /** Occurs exactly once. */
  readonly from: string;
  readonly to: string;
  /** Below `packages/server/test`; at least one of them must fail. */
  readonly tests: readonly string[];
}

export const mutations: readonly Mutation[] = [
  {
    name: 'acceptance does not lock the funding row',
    file: 'src/ledger/funding-accounts.ts',
    from: ' order by account_id for no key update',
    to: '',
    tests: ['money/races.test.ts'],
  },
  {
    name: 'a job may end twice in the ledger',
    file: 'migrations/0002_ledger.sql',
    from: 'create unique index ledger_transactions_end',
    to: 'create index ledger_transactions_end',
    tests: ['money/races.test.ts'],
  },
  {
    name: 'a job may be held twice',
    file: 'migrations/0002_ledger.sql',
    from: 'create unique index ledger_transactions_hold',
    to: 'create index ledger_transactions_hold',
    tests: ['money/races.test.ts'],
  },
  {
    name: 'history may be changed',
    file: 'migrations/0002_ledger.sql',
    from: `raise exception '% is append-only', tg_table_name;`,
    to: 'return null;',
    tests: ['money/races.test.ts'],
  },
  {
    name: 'no fence: any attempt may end a job',
    file: 'src/jobs/queue.ts',
    from: '`id = $1 and attempt = $2 and state',
    to: '`id = $1 and ($2::int is not null) and state',
    tests: ['worker-api/fencing.test.ts'],
  },
  {
    name: 'the cap forgets what the month has charged',
    file: 'src/funding/decide-funding.ts',
    from: 'funds.capUsedCents + monthEndCents > (funds.capCents ?? 0)',
    to: 'monthEndCents > (funds.capCents ?? 0)',
    tests: ['money/plan-histories.test.ts', 'api/plan-refused.test.ts'],
  },
  {
    name: 'the month is that of the clock on the wall of the process',
    file: 'src/kernel/clock.ts',
    from: 'Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)',
    to: 'Date.UTC(at.getFullYear(), at.getMonth(), 1)',
    tests: ['money/plan-histories.test.ts'],
  },
  {
    name: 'the month is that of the database session',
    file: 'src/funding/charges.ts',
    from: 'select job_id, account_id, $9::date,',
    to: `select job_id, account_id, date_trunc('month', $9::timestamp at time zone 'UTC')::date,`,
    tests: ['money/plan-histories.test.ts'],
  },
  {
    name: 'cinema counts once against the allowance',
    file: 'src/funding/decide-funding.ts',
    from: 'quote.thirds * rates.video_modes[quote.mode].max_included_weight',
    to: 'quote.thirds',
    tests: ['money/plan-histories.test.ts'],
  },
  {
    name: 'a clip may be included in part',
    file: 'src/funding/decide-funding.ts',
    from: 'thirds > funds.thirdsIncluded',
    to: 'funds.thirdsIncluded <= 0',
    tests: ['money/plan-histories.test.ts'],
  },
  {
    name: 'nothing is put back to the balance',
    file: 'src/ledger/release-hold.ts',
    from: 'set prepaid_cents = prepaid_cents + back.cents',
    to: 'set prepaid_cents = prepaid_cents + 0 * back.cents',
    tests: ['money/histories.test.ts'],
  },
  {
    name: 'what is put back goes to no purchase',
    file: 'src/ledger/release-hold.ts',
    from: 'set spent_cents = spent_cents - held.amount_cents',
    to: 'set spent_cents = spent_cents - 0 * held.amount_cents',
    tests: ['money/histories.test.ts'],
  },
  {
    name: 'what is put back leaves the counters of its month',
    file: 'src/funding/charges.ts',
    from: `addToMonths('reversed', '-')`,
    to: `addToMonths('reversed where false', '-')`,
    tests: ['money/plan-histories.test.ts'],
  },
  {
    name: 'purchases are spent newest first',
    file: 'src/funding/lock-funds.ts',
    from: 'order by purchased_at, id',
    to: 'order by purchased_at desc, id desc',
    tests: ['money/histories.test.ts'],
  },
  {
    name: 'the idempotency row is not written',
    file: 'src/jobs/accept-jobs.ts',
    from: 'await rememberAnswers(tx, accepted.flatMap(newAnswers), at);',
    to: '',
    tests: ['api/idempotency.test.ts'],
  },
  {
    name: 'one bad request of a batch takes the others with it',
    file: 'src/jobs/accept-jobs.ts',
    from: 'return acceptOneByOne(requests);',
    to: 'throw error;',
    tests: ['jobs/accept-batch.test.ts'],
  },
  {
    name: 'jobs at once are not limited',
    file: 'src/jobs/decide-limits.ts',
    from: 'if (openJobs >= limits.jobsAtOnce)',
    to: 'if (openJobs > limits.jobsAtOnce)',
    tests: ['api/request-limits.test.ts'],
  },
  {
    name: 'a spent purchase can be refunded',
    file: 'src/ledger/refund.ts',
    from: `if (spentCents > 0) return 'spent';`,
    to: '',
    tests: ['payments/refund.test.ts'],
  },
  {
    name: 'a refund does not look at the review of a dispute',
    file: 'src/payments/refund/refund-payment.ts',
    from: `if (reviewed.length > 0) return 'under_review';`,
    to: '',
    tests: ['api/billing-page.test.ts'],
  },
  {
    name: 'what the operator granted can be refunded by its owner',
    file: 'src/http/pages/billing-routes.ts',
    from: 'UUID.test(purchaseId) && (await paymentState(database, accountId, purchaseId)) !== undefined',
    to: 'UUID.test(purchaseId)',
    tests: ['api/billing-page.test.ts'],
  },
  {
    name: 'a lost answer makes the sandbox charge again',
    file: 'src/payments/sandbox/sandbox-provider.ts',
    from: 'await charge(sandbox, operationId,',
    to: 'await charge(sandbox, String(Math.random()),',
    tests: ['faults/payment-killed.test.ts'],
  },
  {
    name: 'a renewal forgets the day it was bought on',
    file: 'src/payments/sandbox/renew-subscriptions.ts',
    from: 'periodEnd(paidUntil, interval, due.boughtAt)',
    to: 'periodEnd(paidUntil, interval)',
    tests: ['payments/subscription.test.ts'],
  },
  {
    name: 'anybody sets the test clock',
    file: 'src/http/test-clock.ts',
    from: 'if (isLoopbackRequest(request)) return true;',
    to: 'if (request) return true;',
    tests: ['api/test-clock.test.ts'],
  },
  {
    name: 'a month that was billed while a request waited takes its charge',
    file: 'src/jobs/accept-jobs.ts',
    from: 'if (monthStart(asked).getTime() === monthStart(at).getTime()) return',
    to: 'if (asked <= at) return',
    tests: ['payments/month-end.test.ts'],
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
