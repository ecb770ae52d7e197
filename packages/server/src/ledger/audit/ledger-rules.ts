import { capMaxCents } from '@kinora/contract';
import type { AuditRule } from './audit-rule.ts';

/** Rules that compare balances, purchases and counters with the postings and the charges. */
export const ledgerRules: readonly AuditRule[] = [
  {
    rule: 'every balance equals the sum of its postings',
    count: 'select count(*) as n from funding_accounts',
    sql: ({
      posted,
    }) => `select format('account %s has %s cents, its postings sum to %s', account_id, prepaid_cents,
            coalesce(flow, 0)) as violation
        from funding_accounts
        left join (
          select account_id, sum(posted.prepaid_cents) as flow from ${posted} as posted
          where purchase_id is not null group by 1
        ) as flows using (account_id)
        where prepaid_cents <> coalesce(flow, 0)`,
  },
  {
    rule: 'every balance equals the unspent amount of its purchases',
    count: 'select count(*) as n from funding_accounts',
    sql: `select format('account %s has %s cents, its purchases have %s unspent', account_id, prepaid_cents, coalesce(unspent, 0))
          as violation
        from funding_accounts
        left join (
          select account_id, sum(amount_cents - spent_cents) as unspent from purchases
          where refunded_at is null group by 1
        ) as open_purchases
          using (account_id)
        where prepaid_cents <> coalesce(unspent, 0)`,
  },
  {
    rule: 'the spent amount of every purchase matches its postings',
    count: 'select count(*) as n from purchases',
    sql: ({
      posted,
    }) => `select format('purchase %s has %s spent of %s, its postings leave %s', id, spent_cents,
            amount_cents, coalesce(cents, 0)) as violation
        from purchases
        left join (select purchase_id, account_id, sum(prepaid_cents) as cents from ${posted} as posted group by 1, 2) as flow
          on purchase_id = id
        where case when refunded_at is null then amount_cents - spent_cents else 0 end <> coalesce(cents, 0)`,
  },
  {
    rule: 'every purchase was credited once, in full',
    count: 'select count(*) as n from purchases',
    sql: ({
      posted,
    }) => `select format('purchase %s of %s cents was credited %s', id, amount_cents, coalesce(credited, 0))
          as violation
        from purchases
        left join (select purchase_id, sum(credited_cents) as credited from ${posted} as posted group by 1) as credits
          on purchase_id = id
        where amount_cents <> coalesce(credited, 0)`,
  },
  {
    rule: 'the money on hold equals the charges of open jobs',
    count: 'select count(*) as n from open_jobs',
    sql: ({
      posted,
      charged,
    }) => `select format('%s cents are on hold, open charges are %s cents', held, open) as violation
        from (select coalesce(sum(held_cents), 0) as held from ${posted} as posted) as ledger,
          (select coalesce(sum(held_cents), 0) as open from ${charged} as charged) as charged
        where held <> open`,
  },
  {
    rule: 'the usage counters of every month equal its charges',
    count: 'select count(*) as n from usage_months',
    sql: ({ charged }) => `select format('the counters of account %s in %s', account_id, month) as violation
        from (select account_id, month, images_included, videos_included, twelfths_included, images_overage,
            videos_overage, twelfths_overage, prepaid_cents, month_end_cents from usage_months
          where (images_included, videos_included, images_overage, videos_overage, prepaid_cents, month_end_cents)
            is distinct from (0, 0, 0, 0, 0, 0)
        ) as counted
        full join (
          select account_id, month, sum(images_included) as images_included, sum(videos_included) as videos_included,
            sum(twelfths_included) as twelfths_included, sum(images_overage) as images_overage,
            sum(videos_overage) as videos_overage, sum(twelfths_overage) as twelfths_overage,
            sum(prepaid_cents) as prepaid_cents, sum(month_end_cents) as month_end_cents
          from ${charged} as charged group by 1, 2
        ) as charged using (account_id, month)
        where (counted.images_included, counted.videos_included, counted.twelfths_included, counted.images_overage,
            counted.videos_overage, counted.twelfths_overage, counted.prepaid_cents, counted.month_end_cents)
          is distinct from (charged.images_included, charged.videos_included, charged.twelfths_included,
            charged.images_overage, charged.videos_overage, charged.twelfths_overage, charged.prepaid_cents,
            charged.month_end_cents)`,
  },
  {
    rule: 'no month exceeds the largest possible cap',
    count: 'select count(*) as n from usage_months where month_end_cents > 0',
    sql: `select format('account %s owes %s cents for %s', account_id, month_end_cents, month) as violation
        from usage_months where month_end_cents > ${capMaxCents}`,
  },
  {
    rule: 'the receivable of every account equals its month-end charges and takebacks less what was paid and waived of them',
    count: 'select count(*) as n from funding_accounts',
    sql: ({ posted, charged }) => `
        select format('account %s owes %s cents, its charges and takebacks less what was paid are %s', account_id,
            coalesce(owed, 0), coalesce(charged, 0) + coalesce(taken, 0) - coalesce(paid, 0)) as violation
        from (
          select account_id, sum(owed_cents) as owed, sum(received_cents + repaid_cents + waived_cents) as paid
          from ${posted} as posted group by 1
        ) as ledger
        full join (select account_id, sum(month_end_cents) as charged from ${charged} as charged group by 1) as c
          using (account_id)
        full join (select account_id, sum(owed_cents) as taken from takebacks group by 1) as t using (account_id)
        where coalesce(owed, 0) <> coalesce(charged, 0) + coalesce(taken, 0) - coalesce(paid, 0)`,
  },
  {
    rule: 'the count of open jobs of every account is correct',
    count: 'select count(*) as n from account_activity',
    sql: `select format('account %s has %s open jobs, its counter is %s', account_id, coalesce(counted, 0), coalesce(open_jobs, 0))
          as violation
        from account_activity
        full join (
          select account_id, interface, count(*) as counted from open_jobs group by 1, 2
        ) as counts using (account_id, interface)
        where coalesce(counted, 0) <> coalesce(open_jobs, 0)`,
  },
];
