import type { Database, Queryable } from '../db/database.ts';
import { READ_WHOLE_TABLES } from '../db/plan-settings.ts';
import type { AuditRule } from './audit-rule.ts';
import { creditRules } from './credit-rules.ts';
import { keyRules } from './key-rules.ts';
import { paymentRules } from './payment-rules.ts';
import { planRules } from './plan-rules.ts';
import { storageRules } from './storage-rules.ts';

export interface Finding {
  readonly rule: string;
  /** How many records the rule was checked on. */
  readonly checked: number;
  /** One line for each violation; at most 20. */
  readonly violations: readonly string[];
}

const SHOWN = 20;

/** The net flow into an account's prepaid money, from the postings alone. */
const PREPAID_FLOW = `
  select ledger_transactions.account_id, postings.purchase_id,
    sum(case when destination = 'prepaid' then amount_cents when source = 'prepaid' then -amount_cents else 0 end)
      as cents
  from postings join ledger_transactions on ledger_transactions.id = transaction_id group by 1, 2`;

const END_OF_STATE = `case state when 'settled' then 'settlement' when 'reversed' then 'reversal' end`;

const ledgerRules: readonly AuditRule[] = [
  {
    rule: 'every balance equals the sum of its postings',
    count: 'select count(*) as n from funding_accounts',
    sql: `select format('account %s has %s cents, its postings sum to %s', account_id, prepaid_cents, coalesce(flow, 0))
          as violation
        from funding_accounts
        left join (select account_id, sum(cents) as flow from (${PREPAID_FLOW}) as f group by 1) as flows
          using (account_id)
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
    sql: `select format('purchase %s has %s spent of %s, its postings leave %s', id, spent_cents, amount_cents, coalesce(cents, 0))
          as violation
        from purchases left join (${PREPAID_FLOW}) as flow on purchase_id = id
        where case when refunded_at is null then amount_cents - spent_cents else 0 end <> coalesce(cents, 0)`,
  },
  {
    rule: 'every purchase was credited once, in full',
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
    rule: 'every v1 job has exactly one charge, and every charge belongs to a v1 job',
    count: 'select count(*) as n from jobs where tier is null',
    // Jobs of the job API are paid in credits and have no charge.
    sql: `select format('job %s, charge %s', jobs.id, charges.job_id) as violation
        from (select id, account_id from jobs where tier is null) as jobs full join charges on charges.job_id = jobs.id
        where jobs.id is null or charges.job_id is null or jobs.account_id <> charges.account_id`,
  },
  {
    rule: 'the state of every charge matches the state of its job',
    count: 'select count(*) as n from jobs',
    sql: `select format('job %s is %s, its charge is %s', jobs.id, jobs.state, charges.state) as violation
        from jobs join charges on charges.job_id = jobs.id
        where charges.state <> case jobs.state when 'completed' then 'settled' when 'failed' then 'reversed'
          when 'blocked' then 'reversed' else 'held' end`,
  },
  {
    rule: 'every charge has one hold, in full',
    count: 'select count(*) as n from charges',
    sql: `select format('charge of %s: %s prepaid and %s at month end, its hold is %s and %s', job_id,
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
    rule: 'every ended charge has one settlement or reversal, equal to its hold',
    count: `select count(*) as n from charges where state <> 'held'`,
    // Tables are joined as wholes: a subquery for each charge took more than ten minutes with ten million of them.
    sql: `select format('the charge of job %s is %s, the ledger has %s', job_id, state, coalesce(ending, 'no end')) as violation
        from charges join (
          select job_id, max(kind) filter (where kind <> 'hold') as ending, bool_or(kind = 'hold') as is_held
          from ledger_transactions where job_id is not null group by 1
        ) as transactions using (job_id)
        where case when is_held then ending is distinct from ${END_OF_STATE} else ending is not null end
        union
        select format('the charge of job %s is %s, and what ended is not what was held', job_id, state)
        from (
          select job_id, state, postings.purchase_id, amount_cents,
            case when transactions.kind = 'hold' then 1 else -1 end as side,
            -- Money that is reversed goes back to where it came from.
            case when state = 'reversed' then case when transactions.kind = 'hold' then source else destination end end
              as origin
          from charges join ledger_transactions as transactions using (job_id)
            join postings on transaction_id = transactions.id
          where state <> 'held' and (transactions.kind = 'hold'
            or source = 'held' and (destination = 'revenue') = (transactions.kind = 'settlement'))
        ) as parts
        group by job_id, state, origin, purchase_id, amount_cents having sum(side) <> 0`,
  },
  {
    rule: 'the money on hold equals the charges of open jobs',
    count: `select count(*) as n from charges where state = 'held'`,
    sql: `select format('%s cents are on hold, open charges are %s cents', held, open) as violation
        from (select coalesce(sum(case when destination = 'held' then amount_cents
            when source = 'held' then -amount_cents else 0 end), 0) as held from postings) as ledger,
          (select coalesce(sum(prepaid_cents + month_end_cents), 0) as open from charges where state = 'held') as charged
        where held <> open`,
  },
  {
    rule: 'the usage counters of every month equal its charges',
    count: 'select count(*) as n from usage_months',
    sql: `select format('the counters of account %s in %s', account_id, month) as violation
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
    rule: 'no month exceeds the largest possible cap',
    count: 'select count(*) as n from usage_months where month_end_cents > 0',
    sql: `select format('account %s owes %s cents for %s', account_id, month_end_cents, month) as violation
        from usage_months where month_end_cents > 100000`,
  },
  {
    rule: 'the receivable of every account equals its month-end charges less its paid invoices',
    count: 'select count(*) as n from funding_accounts',
    sql: `select format('account %s owes %s cents, its charges less its paid invoices are %s', account_id, owed, charged - paid)
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
    rule: 'the count of open jobs of every account is correct',
    count: 'select count(*) as n from account_activity',
    sql: `select format('account %s has %s open jobs, its counter is %s', account_id, coalesce(open, 0), coalesce(open_jobs, 0))
          as violation
        from account_activity
        full join (
          select account_id, case when tier is null then 'v1' else 'job_api' end as interface, count(*) as open
          from jobs where state in ('queued', 'running') group by 1, 2
        ) as open_jobs using (account_id, interface)
        where coalesce(open, 0) <> coalesce(open_jobs, 0)`,
  },
];

/** Checks every rule in one read-only snapshot of the database. */
export async function auditLedger(database: Database): Promise<Finding[]> {
  return database.transaction(checkRules, { isolation: 'repeatable read, read only' });
}

const rules = [...ledgerRules, ...paymentRules, ...planRules, ...creditRules, ...keyRules, ...storageRules];

/** As `auditLedger`, within a transaction. */
export async function checkRules(tx: Queryable): Promise<Finding[]> {
  const findings: Finding[] = [];
  await tx.query(READ_WHOLE_TABLES);
  for (const { rule, count, sql } of rules) {
    const [counted] = await tx.query<{ n: number }>(count);
    const rows = await tx.query<{ violation: string }>(`${sql} limit ${SHOWN}`);
    findings.push({ rule, checked: counted?.n ?? 0, violations: rows.map(({ violation }) => violation) });
  }
  return findings;
}
