import type { Rule } from './audit-rule.ts';

/** What must hold between the money that came by card and the ledger. */
export const paymentRules: readonly Rule[] = [
  {
    rule: 'every top-up and auto-recharge that was paid is one purchase, and no card credits anything else',
    count: `select count(*) as n from payments where kind <> 'subscription' and state = 'succeeded'`,
    sql: `select format('payment %s of %s cents, purchase %s of %s cents by card', paid.id, paid.amount_cents,
            credited.id, credited.amount_cents) as violation
        from (
          select id, account_id, amount_cents,
            case kind when 'auto_recharge' then 'auto_recharge' else 'checkout' end as source
          from payments where kind <> 'subscription' and state = 'succeeded'
        ) as paid
        full join (
          select purchases.id, purchases.account_id, purchases.amount_cents, purchases.source
          from purchases where exists (
            select from ledger_transactions join postings on transaction_id = ledger_transactions.id
            where ledger_transactions.purchase_id = purchases.id and kind = 'credit' and postings.source = 'card')
        ) as credited on credited.id = paid.id
        where (paid.id, paid.account_id, paid.amount_cents, paid.source)
          is distinct from (credited.id, credited.account_id, credited.amount_cents, credited.source)`,
  },
  {
    rule: 'what auto-recharges use of a cap is the sum of those that have not failed',
    count: 'select count(*) as n from usage_months where recharge_cents > 0',
    sql: `select format('account %s in %s has %s cents counted, its recharges are %s cents', account_id, month,
            coalesce(counted, 0), coalesce(recharged, 0)) as violation
        from (select account_id, month, recharge_cents as counted from usage_months) as months
        full join (
          select account_id, cap_month as month, sum(amount_cents) as recharged from payments
          where kind = 'auto_recharge' and state <> 'failed' group by 1, 2
        ) as recharges using (account_id, month)
        where coalesce(counted, 0) <> coalesce(recharged, 0)`,
  },
  {
    // A grant of the operator has no payment, so its refund has nobody to be asked of.
    rule: 'a purchase by card is refunded when, and only when, a refund of it stands, in full',
    count: 'select count(*) as n from refunds',
    sql: `select format('purchase %s: refunded at %s, %s cents asked back from payment %s', taken_back.id,
            refunded_at, refunded_cents, asked.payment_id) as violation
        from (
          select purchases.id, purchases.amount_cents, refunded_at
          from purchases join payments on payments.id = purchases.id where refunded_at is not null
        ) as taken_back
        full join (
          select payment_id, amount_cents as refunded_cents from refunds where state <> 'failed'
        ) as asked on asked.payment_id = taken_back.id
        where taken_back.amount_cents is distinct from refunded_cents`,
  },
  {
    rule: 'every invoice is what its month came to, and its month has no job under way',
    count: 'select count(*) as n from invoices',
    sql: `select format('invoice %s of %s cents, account %s in %s: %s cents delivered, %s charges held', id,
            amount_cents, invoices.account_id, invoices.month, coalesce(delivered, 0), coalesce(held, 0)) as violation
        from invoices left join (
          select account_id, month, sum(month_end_cents) filter (where state = 'settled') as delivered,
            count(*) filter (where state = 'held') as held
          from charges group by 1, 2
        ) as charged using (account_id, month)
        where amount_cents <> coalesce(delivered, 0) or coalesce(held, 0) > 0`,
  },
  {
    rule: 'what the ledger took by card for invoices is what was invoiced and paid',
    count: `select count(*) as n from invoices where state = 'paid'`,
    sql: `select format('account %s paid invoices of %s cents, the ledger took %s', account_id, coalesce(paid, 0),
            coalesce(taken, 0)) as violation
        from (
          select account_id, sum(amount_cents) as paid from invoices where state = 'paid' group by 1
        ) as invoiced
        full join (
          select ledger_transactions.account_id, sum(amount_cents) as taken
          from postings join ledger_transactions on ledger_transactions.id = transaction_id
          where source = 'card' and destination = 'receivable' group by 1
        ) as posted using (account_id)
        where coalesce(paid, 0) <> coalesce(taken, 0)`,
  },
  {
    // An invoice that is tried again, with another card, is still owed.
    rule: 'an account is in arrears when, and only when, an invoice of it was declined and is not paid since',
    count: 'select count(*) as n from funding_terms where arrears_since is not null',
    sql: `select format('account %s is in arrears since %s, and has %s declined invoices', account_id, arrears_since,
            coalesce(declined, 0)) as violation
        from funding_terms left join (
          select account_id, count(*) as declined from invoices
          where state = 'unpaid' or (state = 'open' and tries > 1) group by 1
        ) as owed using (account_id)
        where (arrears_since is not null) <> (coalesce(declined, 0) > 0)`,
  },
];
