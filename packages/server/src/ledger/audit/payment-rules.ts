import type { AuditRule } from './audit-rule.ts';

/** Audit rules that compare card payments, refunds and invoices with the ledger. */
export const paymentRules: readonly AuditRule[] = [
  {
    rule: 'every paid top-up and auto-recharge has one purchase, and every card purchase has such a payment',
    count: `select count(*) as n from payments where kind <> 'subscription' and state = 'succeeded'`,
    sql: ({
      posted,
    }) => `select format('payment %s of %s cents, card purchase %s of %s cents', paid.id, paid.amount_cents,
            credited.id, credited.amount_cents) as violation
        from (
          select id, account_id, amount_cents,
            case kind when 'auto_recharge' then 'auto_recharge' else 'checkout' end as source
          from payments where kind <> 'subscription' and state = 'succeeded'
        ) as paid
        full join (
          select purchases.id, purchases.account_id, purchases.amount_cents, purchases.source
          from purchases
          where id in (select purchase_id from ${posted} as posted where card_cents > 0)
        ) as credited on credited.id = paid.id
        where (paid.id, paid.account_id, paid.amount_cents, paid.source)
          is distinct from (credited.id, credited.account_id, credited.amount_cents, credited.source)`,
  },
  {
    rule: 'the auto-recharges counted in every month equal those that are open or succeeded',
    count: 'select count(*) as n from usage_months where recharge_cents > 0',
    sql: `select format('account %s in %s: %s cents of auto-recharges counted, %s cents found', account_id, month,
            coalesce(counted, 0), coalesce(recharged, 0)) as violation
        from (select account_id, month, recharge_cents as counted from usage_months) as months
        full join (
          select account_id, cap_month as month, sum(amount_cents) as recharged from payments
          where kind = 'auto_recharge' and state <> 'failed' group by 1, 2
        ) as recharges using (account_id, month)
        where coalesce(counted, 0) <> coalesce(recharged, 0)`,
  },
  {
    // A grant of the operator has no payment, so no provider refunds it.
    rule: 'a card purchase is marked refunded if and only if it has a refund in full that has not failed',
    count: 'select count(*) as n from refunds',
    sql: `select format('purchase %s refunded at %s, refund of %s cents of payment %s', refunded.id,
            refunded_at, refunded_cents, requested.payment_id) as violation
        from (
          select purchases.id, purchases.amount_cents, refunded_at
          from purchases join payments on payments.id = purchases.id where refunded_at is not null
        ) as refunded
        full join (
          select payment_id, amount_cents as refunded_cents from refunds where state <> 'failed'
        ) as requested on requested.payment_id = refunded.id
        where refunded.amount_cents is distinct from refunded_cents`,
  },
  {
    rule: 'every invoice equals the settled month-end charges of its month, and its month has no open charge',
    count: 'select count(*) as n from invoices',
    sql: ({
      charged,
    }) => `select format('invoice %s of %s cents, account %s in %s: %s cents settled, %s charges open', id,
            amount_cents, invoices.account_id, invoices.month, coalesce(settled, 0), coalesce(open, 0)) as violation
        from invoices left join (
          select account_id, month, sum(settled_cents) as settled, sum(open) as open
          from ${charged} as charged group by 1, 2
        ) as charged using (account_id, month)
        where amount_cents <> coalesce(settled, 0) or coalesce(open, 0) > 0`,
  },
  {
    rule: 'the card payments of invoices in the ledger equal the paid invoices',
    count: `select count(*) as n from invoices where state = 'paid'`,
    sql: ({
      posted,
    }) => `select format('account %s paid invoices of %s cents, the ledger has %s', account_id, coalesce(paid, 0),
            coalesce(received, 0)) as violation
        from (
          select account_id, sum(amount_cents - waived_cents) as paid from invoices where state = 'paid' group by 1
        ) as invoiced
        full join (
          select account_id, sum(received_cents) as received from ${posted} as posted group by 1
        ) as posted using (account_id)
        where coalesce(paid, 0) <> coalesce(received, 0)`,
  },
  {
    // An invoice that is retried with another card is still owed.
    rule: 'an account is in arrears if and only if it has a declined invoice that is still unpaid',
    count: 'select count(*) as n from funding_terms where arrears_since is not null',
    sql: `select format('account %s is in arrears since %s and has %s declined invoices', account_id, arrears_since,
            coalesce(declined, 0)) as violation
        from funding_terms left join (
          select account_id, count(*) as declined from invoices
          where state = 'unpaid' or (state = 'open' and tries > 1) group by 1
        ) as owed using (account_id)
        where (arrears_since is not null) <> (coalesce(declined, 0) > 0)`,
  },
];
