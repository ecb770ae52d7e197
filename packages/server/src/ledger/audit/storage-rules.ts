import type { AuditRule } from './audit-rule.ts';

/** What each account keeps decides whether it may order more. */
export const storageRules: readonly AuditRule[] = [
  {
    rule: 'the stored bytes of every account are those of its results and kept copies',
    count: 'select count(*) as n from account_activity',
    sql: `select format('account %s keeps %s bytes, its counter is %s', account_id, coalesce(kept, 0), coalesce(stored_bytes, 0))
          as violation
        from account_activity
        full join (
          select account_id, interface, sum(bytes) as kept
          from (
            select account_id, interface, artifact_bytes as bytes
            from jobs where ended_at is not null and deleted_at is null and state = 'completed'
            union all
            select account_id, 'job_api', bytes from kept_results
          ) as each_result group by 1, 2
        ) as results using (account_id, interface)
        where coalesce(kept, 0) <> coalesce(stored_bytes, 0)`,
  },
  {
    rule: 'every day of storage has the price of the version of the catalogue that was in force when it was measured',
    count: 'select count(*) as n from storage_days',
    sql: `select format('account %s, %s: version %s and %s cents, and version %s was in force with %s', account_id, day,
            catalogue_version, cents_per_gib_month, version, price) as violation
        from storage_days cross join lateral (
          select version, (document #>> '{storage,cents_per_gib_month}')::bigint as price from catalogue_versions
          where starts_at <= measured_at and withdrawn_at is null order by version desc limit 1
        ) as sold
        where catalogue_version <> version or cents_per_gib_month is distinct from price`,
  },
  {
    rule: 'the days of storage of every month cost their part of a month of what was kept, rounded once',
    count: 'select count(*) as n from storage_days',
    sql: `select format('account %s owes %s cents for storage in %s, and its days cost %s', account_id, due, month, cost)
          as violation
        from (
          select account_id, month, due, div(2 * byte_cents + whole, 2 * whole) as cost
          from (
            select account_id, date_trunc('month', day)::date as month, sum(due_cents) as due,
              sum(above_bytes::numeric * cents_per_gib_month) as byte_cents
            from storage_days group by 1, 2
          ) as days cross join lateral (
            select 1024::numeric ^ 3 * extract(day from month + interval '1 month - 1 day') as whole
          ) as unit
        ) as months
        where due <> cost`,
  },
  {
    rule: 'every charge of storage is in the ledger as it was paid, and nothing else is charged as storage',
    count: 'select count(*) as n from storage_days where transaction_id is not null',
    sql: `select format('account %s, %s: %s cents prepaid and %s at month end, the ledger has %s and %s',
            coalesce(storage_days.account_id, noted.account_id), day, storage_days.prepaid_cents,
            storage_days.month_end_cents, noted.prepaid_cents, noted.month_end_cents) as violation
        from (select * from storage_days where transaction_id is not null) as storage_days
        full join (
          select noted.*, moved.* from (
            select id, account_id from ledger_transactions where kind = 'storage'
          ) as noted cross join lateral (
            -- For each, because they are few among all postings.
            select coalesce(sum(amount_cents) filter (where source = 'prepaid' and destination = 'revenue'), 0) as prepaid_cents,
              coalesce(sum(amount_cents) filter (where source = 'receivable' and destination = 'revenue'), 0) as month_end_cents,
              coalesce(sum(amount_cents), 0) as all_cents
            from postings where transaction_id = noted.id
          ) as moved
        ) as noted on noted.id = transaction_id
        where (storage_days.account_id, storage_days.prepaid_cents, storage_days.month_end_cents,
            storage_days.prepaid_cents + storage_days.month_end_cents)
          is distinct from (noted.account_id, noted.prepaid_cents, noted.month_end_cents, noted.all_cents)`,
  },
];
