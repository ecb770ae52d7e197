import type { Database } from '../db/database.ts';
import type { Rule } from './audit-rule.ts';
import { creditRules } from './credit-rules.ts';
import { paymentRules } from './payment-rules.ts';

export interface Finding {
  readonly rule: string;
  /** How many things the rule was checked on. */
  readonly checked: number;
  /** One line each, naming what is wrong; at most 20. */
  readonly violations: readonly string[];
}

const SHOWN = 20;

/** Flow into and out of an account's prepaid money, from the postings alone. */
const PREPAID_FLOW = `
  select ledger_transactions.account_id, postings.purchase_id,
    sum(case when destination = 'prepaid' then amount_cents when source = 'prepaid' then -amount_cents else 0 end)
      as cents
  from postings join ledger_transactions on ledger_transactions.id = transaction_id group by 1, 2`;

const ledgerRules: readonly Rule[] = [
  {
    rule: 'every balance equals the sum of its postings',
    count: 'select count(*) as n from funding_accounts',
    sql: `select format('account %s has %s cents, its postings say %s', account_id, prepaid_cents, coalesce(flow, 0))
          as violation
        from funding_accounts
        left join (select account_id, sum(cents) as flow from (${PREPAID_FLOW}) as f group by 1) as flows
          using (account_id)
        where prepaid_cents <> coalesce(flow, 0)`,
  },
  {
    rule: 'every balance equals what is left of its purchases',
    count: 'select count(*) as n from funding_accounts',
    sql: `select format('account %s has %s cents, its purchases leave %s', account_id, prepaid_cents, coalesce(unspent, 0))
          as violation
        from funding_accounts
        left join (
          select account_id, sum(amount_cents - spent_cents) as unspent from purchases
          where refunded_at is null group by 1
        ) as left_over
          using (account_id)
        where prepaid_cents <> coalesce(unspent, 0)`,
  },
  {
    rule: 'every purchase is spent by exactly its postings',
    count: 'select count(*) as n from purchases',
    sql: `select format('purchase %s has %s spent of %s, its postings leave %s', id, spent_cents, amount_cents, coalesce(cents, 0))
          as violation
        from purchases left join (${PREPAID_FLOW}) as flow on purchase_id = id
        where case when refunded_at is null then amount_cents - spent_cents else 0 end <> coalesce(cents, 0)`,
  },
  {
    rule: 'every purchase has one credit, of its own amount',
    count: 'select count(*) as n from purchases',
    sql: `select format('purchase %s of %s cents was credited %s', id, amount_cents, coalesce(credited, 0)) as violation
        from purchases left join (
          select ledger_transactions.purchase_id, sum(amount_cents) as credited
          from ledger_transactions join postings on transaction_id = ledger_transactions.id
          where kind = 'credit' group by 1
        ) as credits on credits.purchase_id = id
        where amount_cents <> coalesce(credited, 0)`,
  },
  {
    rule: 'every job has one charge and every charge its job',
    count: 'select count(*) as n from jobs where tier is null',
    // Those of the job API are paid in credits, and so must have none.
    sql: `select format('job %s, charge %s', jobs.id, charges.job_id) as violation
        from (select * from jobs where tier is null) as jobs full join charges on charges.job_id = jobs.id
        where jobs.id is null or charges.job_id is null or jobs.account_id <> charges.account_id`,
  },
  {
    rule: 'a job and its charge end together',
    count: 'select count(*) as n from jobs',
    sql: `select format('job %s is %s, its charge is %s', jobs.id, jobs.state, charges.state) as violation
        from jobs join charges on charges.job_id = jobs.id
        where charges.state <> case jobs.state when 'completed' then 'settled' when 'failed' then 'reversed'
          when 'blocked' then 'reversed' else 'held' end`,
  },
  {
    rule: 'every charge is held once, in full',
    count: 'select count(*) as n from charges',
    sql: `select format('job %s costs %s from the balance and %s at month end, %s and %s were held', job_id,
            prepaid_cents, month_end_cents, coalesce(prepaid, 0), coalesce(month_end, 0)) as violation
        from charges left join (
          select ledger_transactions.job_id, sum(amount_cents) filter (where source = 'prepaid') as prepaid,
            sum(amount_cents) filter (where source = 'receivable') as month_end
          from ledger_transactions join postings on transaction_id = ledger_transactions.id
          where kind = 'hold' and destination = 'held' group by 1
        ) as holds using (job_id)
        where prepaid_cents <> coalesce(prepaid, 0) or month_end_cents <> coalesce(month_end, 0)`,
  },
  {
    rule: 'every ended charge has one ending, which mirrors its hold',
    count: `select count(*) as n from charges where state <> 'held'`,
    sql: `select format('job %s is %s, but its ledger ending is %s', charges.job_id, charges.state, ending.kind) as violation
        from charges
        left join ledger_transactions as ending
          on ending.job_id = charges.job_id and ending.kind in ('settlement', 'reversal')
        left join ledger_transactions as hold on hold.job_id = charges.job_id and hold.kind = 'hold'
        where (hold.id is not null and ending.kind is distinct from
            case charges.state when 'settled' then 'settlement' when 'reversed' then 'reversal' end)
          or (hold.id is null and ending.id is not null)
          or (ending.id is not null and (
            select array_agg(row(case ending.kind when 'reversal' then destination end, purchase_id, amount_cents)::text
              order by purchase_id, amount_cents)
            from postings where transaction_id = ending.id and source = 'held'
              and (destination = 'revenue') = (ending.kind = 'settlement')
          ) is distinct from (
            select array_agg(row(case ending.kind when 'reversal' then source end, purchase_id, amount_cents)::text
              order by purchase_id, amount_cents)
            from postings where transaction_id = hold.id
          ))`,
  },
  {
    rule: 'held money belongs to jobs that have not ended',
    count: `select count(*) as n from charges where state = 'held'`,
    sql: `select format('%s cents are held, open charges are %s cents', held, open) as violation
        from (select coalesce(sum(case when destination = 'held' then amount_cents
            when source = 'held' then -amount_cents else 0 end), 0) as held from postings) as ledger,
          (select coalesce(sum(prepaid_cents + month_end_cents), 0) as open from charges where state = 'held') as charged
        where held <> open`,
  },
  {
    rule: 'the counters of every month are the sum of its charges',
    count: 'select count(*) as n from usage_months',
    sql: `select format('account %s in %s', account_id, month) as violation
        from (select account_id, month, images_included, videos_included, thirds_included, images_overage,
            videos_overage, thirds_overage, prepaid_cents, month_end_cents from usage_months
          where (images_included, videos_included, images_overage, videos_overage) is distinct from (0, 0, 0, 0)
        ) as counted
        full join (
          select account_id, month,
            count(*) filter (where kind = 'image' and included_thirds is not null) as images_included,
            count(*) filter (where kind = 'video' and included_thirds is not null) as videos_included,
            coalesce(sum(included_thirds), 0) as thirds_included,
            count(*) filter (where kind = 'image' and included_thirds is null) as images_overage,
            count(*) filter (where kind = 'video' and included_thirds is null) as videos_overage,
            coalesce(sum(thirds) filter (where included_thirds is null), 0) as thirds_overage,
            sum(prepaid_cents) as prepaid_cents, sum(month_end_cents) as month_end_cents
          from charges where state <> 'reversed' group by 1, 2
        ) as charged using (account_id, month)
        where (counted.images_included, counted.videos_included, counted.thirds_included, counted.images_overage,
            counted.videos_overage, counted.thirds_overage, counted.prepaid_cents, counted.month_end_cents)
          is distinct from (charged.images_included, charged.videos_included, charged.thirds_included,
            charged.images_overage, charged.videos_overage, charged.thirds_overage, charged.prepaid_cents,
            charged.month_end_cents)`,
  },
  {
    rule: 'no month goes past its cap',
    count: 'select count(*) as n from usage_months where month_end_cents > 0',
    sql: `select format('account %s in %s: %s cents', account_id, month, month_end_cents) as violation
        from usage_months where month_end_cents > 100000`,
  },
  {
    rule: 'what is owed at month end is what was delivered or is held, less what was paid',
    count: 'select count(*) as n from funding_accounts',
    sql: `select format('account %s owes %s cents, its charges and invoices say %s', account_id, owed, charged - paid)
          as violation
        from (
          select ledger_transactions.account_id,
            sum(case when source = 'receivable' then amount_cents when destination = 'receivable' then -amount_cents
              else 0 end) as owed,
            coalesce(sum(amount_cents) filter (where kind = 'invoice'), 0) as paid
          from ledger_transactions join postings on transaction_id = ledger_transactions.id group by 1
        ) as ledger
        join (select account_id, sum(month_end_cents) as charged from charges where state <> 'reversed' group by 1) as c
          using (account_id)
        where owed <> charged - paid`,
  },
  {
    rule: 'the open jobs of every account are counted',
    count: 'select count(*) as n from account_activity',
    sql: `select format('account %s has %s open jobs, %s are counted', account_id, coalesce(open, 0), coalesce(open_jobs, 0))
          as violation
        from account_activity
        full join (
          select account_id, case when tier is null then 'v1' else 'job_api' end as interface, count(*) as open
          from jobs where state in ('queued', 'running') group by 1, 2
        ) as waiting using (account_id, interface)
        where coalesce(open, 0) <> coalesce(open_jobs, 0)`,
  },
];

/** Checks every rule in one snapshot of the database and changes nothing. */
export async function auditLedger(database: Database): Promise<Finding[]> {
  return database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    const findings: Finding[] = [];
    for (const { rule, count, sql } of [...ledgerRules, ...paymentRules, ...creditRules]) {
      const [counted] = await tx.query<{ n: number }>(count);
      const rows = await tx.query<{ violation: string }>(`${sql} limit ${SHOWN}`);
      findings.push({ rule, checked: counted?.n ?? 0, violations: rows.map(({ violation }) => violation) });
    }
    return findings;
  });
}
