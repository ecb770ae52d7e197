import type { AuditRule } from './audit-rule.ts';

/** Audit rules for money that the payment provider took back: refunds that were not requested here, and lost disputes. */
export const takebackRules: readonly AuditRule[] = [
  {
    // Nothing is due of what is unpaid, and what its own refund took from the balance does not leave it twice.
    rule: 'what the provider took back of every payment left its balance or is owed, no more than was paid of it',
    count: 'select count(*) as n from takebacks',
    sql: `select format('%s cents of payment %s were taken, %s of %s paid are due', taken_cents, id, due_cents, paid) as violation
        from (
          select takebacks.*, coalesce(
              (select amount_cents from payments
               where payments.id = takebacks.id and state = 'succeeded' and kind <> 'subscription'),
              (select amount_cents - waived_cents from invoices where invoices.id = takebacks.id and state = 'paid'), 0) as paid,
            coalesce((select amount_cents from refunds
              where payment_id = takebacks.id and state in ('open', 'refused')), 0) as unsent
          from takebacks
        ) as known
        where due_cents <> greatest(0, least(taken_cents, paid) - unsent)`,
  },
  {
    rule: 'what was taken back of every purchase and account is in the ledger once',
    count: 'select count(*) as n from takebacks where due_cents > 0',
    sql: ({
      posted,
    }) => `select format('%s cents of %s were taken back, the ledger has %s', coalesce(due, 0), coalesce(noted.id, posted.id),
            coalesce(taken, 0)) as violation
        from (
          select coalesce(purchases.id, takebacks.account_id) as id, sum(due_cents) as due
          from takebacks left join purchases on purchases.id = takebacks.id group by 1
        ) as noted
        full join (
          select coalesce(purchase_id, account_id) as id, sum(taken_cents) as taken from ${posted} as posted group by 1
        ) as posted on posted.id = noted.id
        where coalesce(due, 0) <> coalesce(taken, 0)`,
  },
  {
    rule: 'a purchase of which something is owed has nothing unspent',
    count: 'select count(*) as n from takebacks where owed_cents > 0',
    sql: `select format('purchase %s: %s cents are owed, %s are unspent', id, owed_cents, amount_cents - spent_cents)
          as violation
        from takebacks join purchases using (id)
        where owed_cents > 0 and refunded_at is null and spent_cents < amount_cents`,
  },
  {
    rule: 'what every account owes of takebacks is what they left less what its balance has paid',
    count: 'select count(*) as n from funding_accounts where owed_cents > 0',
    sql: ({ posted }) => `
        select format('account %s owes %s cents, its takebacks less its payments are %s', account_id, owed_cents,
            coalesce(owed, 0) - coalesce(repaid, 0)) as violation
        from funding_accounts
        left join (select account_id, sum(owed_cents) as owed from takebacks group by 1) as noted using (account_id)
        left join (select account_id, sum(repaid_cents) as repaid from ${posted} as posted group by 1) as paid
          using (account_id)
        where owed_cents <> coalesce(owed, 0) - coalesce(repaid, 0)`,
  },
  {
    rule: 'an account with a dispute that is open and that no operator has reviewed is under review',
    count: `select count(*) as n from disputes where state = 'open'`,
    sql: `select format('dispute %s of account %s is open, and it is not under review', disputes.id, account_id) as violation
        from disputes join accounts on accounts.id = account_id
        where state = 'open' and under_review_since is null and (reviewed_at is null or seen_at > reviewed_at)`,
  },
  {
    rule: 'no review is left of disputes that were all won',
    count: 'select count(*) as n from accounts where review_of_dispute',
    sql: `select format('account %s is under review for a dispute, and has none', id) as violation from accounts
        where review_of_dispute and not exists (
          select from disputes where account_id = accounts.id and state <> 'won'
            and (reviewed_at is null or seen_at > reviewed_at))`,
  },
];
