import type { Mutation } from './mutation.ts';

const METHODS = ['server/test/payments/stripe-methods.test.ts'];
const TAKEN_BACK = ['server/test/payments/stripe-taken-back.test.ts'];

/** Guards of money that comes in other ways than by a card, and of money that goes back. */
export const takebacks: readonly Mutation[] = [
  {
    name: 'another currency is credited as US dollars',
    file: 'server/src/payments/stripe/read-event.ts',
    from: "if (currency === 'usd') return undefined;",
    to: "if (currency !== '') return undefined;",
    tests: METHODS,
  },
  {
    name: 'what was ordered is credited, and not what arrived',
    file: 'server/src/payments/complete-payment.ts',
    from: 'const { amountCents, paidWith } = paid;',
    to: 'const { paidWith } = paid;\n  const { amountCents } = payment;',
    tests: METHODS,
  },
  {
    name: 'the invoice of a plan is read by the version of the endpoint',
    file: 'server/src/payments/stripe/read-event.ts',
    from: 'const ofPlan = await operationOfPlan(stripe, invoice);',
    to: 'const ofPlan = undefined as string | undefined;',
    tests: METHODS,
  },
  {
    name: 'an event of a connected account is taken for one of ours',
    file: 'server/src/payments/stripe/read-webhook.ts',
    from: 'if (account !== undefined)',
    to: "if (account === '')",
    tests: METHODS,
  },
  {
    name: 'what was spent of a refunded payment is not owed',
    file: 'server/src/ledger/takeback.ts',
    from: 'owedCents: dueCents - reversed }',
    to: 'owedCents: 0 }',
    tests: TAKEN_BACK,
  },
  {
    name: 'an older read of a charge overwrites a newer one',
    file: 'server/src/ledger/takeback.ts',
    from: 'where known.read_number < $4',
    to: 'where true',
    tests: ['server/test/payments/takeback-order.test.ts'],
  },
  {
    name: 'a payment that arrives after its refund is spendable',
    file: 'server/src/payments/complete-payment.ts',
    from: '  await settleTakebackOf(tx, effects, accountId, id);',
    to: '',
    tests: TAKEN_BACK,
  },
  {
    name: 'who owes a payment that went back is served',
    file: 'server/src/funding/decide-funding.ts',
    from: 'if (funds.owedCents > 0) return refused(takenBack(funds, context));',
    to: '',
    tests: TAKEN_BACK,
  },
  {
    name: 'a top-up does not pay what is owed',
    file: 'server/src/payments/complete-payment.ts',
    from: '  await payOwedFromBalance(tx, accountId, at);',
    to: '',
    tests: TAKEN_BACK,
  },
  {
    name: 'money that a job releases is spendable although it is owed',
    file: 'server/src/funding/charges.ts',
    from: '    await settleOwedTakebacks(tx, charge.accountId, at);',
    to: '',
    tests: TAKEN_BACK,
  },
  {
    name: 'a card is charged again after its payment went back',
    file: 'server/src/payments/takeback/settle-takeback-of.ts',
    from: 'if (cents > 0) await setAutoRecharge(tx, accountId, null);',
    to: '',
    tests: TAKEN_BACK,
  },
  {
    name: 'a refund in the dashboard and one that was requested here are both taken',
    file: 'server/src/payments/takeback/settle-takeback-of.ts',
    from: 'Math.min(takenCents, paidCents) - unsentCents)',
    to: 'Math.min(takenCents, paidCents))',
    tests: TAKEN_BACK,
  },
  {
    name: 'an open dispute is taken back as if it were lost',
    file: 'server/src/payments/stripe/read-taken-back.ts',
    from: "if (status !== 'lost' && status !== 'prevented') return 0;",
    to: '',
    tests: TAKEN_BACK,
  },
  {
    name: 'a won dispute reopens an account that an operator reviews',
    file: 'server/src/accounts/review-account.ts',
    from: "[accountId, at, cause === 'dispute'],",
    to: '[accountId, at, true],',
    tests: TAKEN_BACK,
  },
  {
    name: 'a won dispute reopens an account with another one',
    file: 'server/src/accounts/review-account.ts',
    from: "where disputes.account_id = $1 and state <> 'won'",
    to: "where disputes.account_id = $1 and state = 'none'",
    tests: TAKEN_BACK,
  },
  {
    name: 'a purchase that the provider refunded can be refunded again',
    file: 'server/src/ledger/refund.ts',
    from: 'coalesce(refunded_at, (select changed_at from takebacks where id = $1 and taken_cents > 0))',
    to: 'refunded_at',
    tests: ['server/test/payments/takeback-order.test.ts'],
  },
  {
    name: 'a voided invoice stays in arrears',
    file: 'server/src/payments/stripe/collect-invoice.ts',
    from: "if (status === 'void') return",
    to: 'if (status === null) return',
    tests: TAKEN_BACK,
  },
];
