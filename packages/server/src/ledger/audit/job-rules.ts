import type { AuditSpan, JobRule } from './audit-rule.ts';
import { priceRules } from './price-rules.ts';

/** Rules about a job, its charge and what the ledger has of it. */

const charges = (span: AuditSpan) => `select * from charges where ${span.jobs('job_id')}`;
const creditCharges = (span: AuditSpan) => `select * from credit_charges where ${span.jobs('job_id')}`;
const jobs = (span: AuditSpan) =>
  `select id, account_id, state, interface, created_at from jobs where ${span.jobs('id')}`;

/** Each kind by itself, as the indexes are. */
const transactions = (span: AuditSpan) => `
  select * from ledger_transactions where kind = 'hold' and ${span.jobs('job_id')}
  union all select * from ledger_transactions where kind in ('settlement', 'reversal') and ${span.jobs('job_id')}`;

/** Found one by one, by the index: `offset 0` keeps PostgreSQL from a join that reads all postings. */
const postingsOf = (transactions: string) =>
  `lateral (select * from postings where transaction_id = ${transactions}.id offset 0) as postings`;

const countOf = (records: string) => `select count(*) as n from (${records}) as records`;

const STATE_OF_CHARGE = `case jobs.state when 'completed' then 'settled' when 'failed' then 'reversed'
  when 'blocked' then 'reversed' else 'held' end`;
const END_OF_STATE = `case state when 'settled' then 'settlement' when 'reversed' then 'reversal' end`;

const stateRules: readonly JobRule[] = [
  {
    rule: 'every job waits or runs until its end, and no job after it',
    count: (span) => countOf(jobs(span)),
    sql: (
      span,
    ) => `select format('job %s is %s, and %s', coalesce(jobs.id, open_jobs.id), coalesce(state, 'missing'),
        case when open_jobs.id is null then 'nothing waits or runs' else 'something waits or runs' end) as violation
      from (${jobs(span)}) as jobs full join (select id from open_jobs where ${span.jobs('id')}) as open_jobs using (id)
      where (state = 'open') is distinct from (open_jobs.id is not null)`,
  },
];

const moneyRules: readonly JobRule[] = [
  {
    rule: 'every v1 job has exactly one charge, and every charge belongs to a job of its account',
    count: (span) => countOf(`${jobs(span)} and interface = 'v1'`),
    // A job of the job API has a charge only if it is paid from the balance.
    sql: (span) => `select format('job %s, charge %s', jobs.id, charges.job_id) as violation
      from (${jobs(span)}) as jobs full join (${charges(span)}) as charges on charges.job_id = jobs.id
      where jobs.id is null or jobs.interface = 'v1' and charges.job_id is null or jobs.account_id <> charges.account_id`,
  },
  {
    rule: 'the state of every charge matches the state of its job',
    count: (span) => countOf(charges(span)),
    sql: (
      span,
    ) => `select format('job %s is %s, its charge is %s', jobs.id, jobs.state, charges.state) as violation
      from (${jobs(span)}) as jobs join (${charges(span)}) as charges on charges.job_id = jobs.id
      where charges.state <> ${STATE_OF_CHARGE}`,
  },
  {
    rule: 'every charge has one hold, in full',
    count: (span) => countOf(charges(span)),
    sql: (
      span,
    ) => `select format('charge of %s: %s prepaid and %s at month end, its hold is %s and %s', job_id,
        prepaid_cents, month_end_cents, coalesce(prepaid, 0), coalesce(month_end, 0)) as violation
      from (${charges(span)}) as charges left join (
        select holds.job_id, sum(amount_cents) filter (where source = 'prepaid') as prepaid,
          sum(amount_cents) filter (where source = 'receivable') as month_end
        from (${transactions(span)}) as holds cross join ${postingsOf('holds')}
        where kind = 'hold' and destination = 'held' group by 1
      ) as holds using (job_id)
      where prepaid_cents <> coalesce(prepaid, 0) or month_end_cents <> coalesce(month_end, 0)`,
  },
  {
    rule: 'every ended charge has one settlement or reversal, equal to its hold',
    count: (span) => countOf(`${charges(span)} and state <> 'held'`),
    // Tables are joined as wholes: a subquery for each charge took more than ten minutes with ten million of them.
    sql: (span) => `
      with charges as (${charges(span)}), transactions as (${transactions(span)})
      select format('the charge of job %s is %s, the ledger has %s', job_id, state, coalesce(ending, 'no end')) as violation
      from charges join (
        select job_id, max(kind) filter (where kind <> 'hold') as ending, bool_or(kind = 'hold') as is_held
        from transactions group by 1
      ) as endings using (job_id)
      where case when is_held then ending is distinct from ${END_OF_STATE} else ending is not null end
      union
      select format('the charge of job %s is %s, and what ended is not what was held', job_id, state)
      from (
        select job_id, state, postings.purchase_id, amount_cents,
          case when transactions.kind = 'hold' then 1 else -1 end as side,
          -- Money that is reversed goes back to where it came from.
          case when state = 'reversed' then case when transactions.kind = 'hold' then source else destination end end
            as origin
        from charges join transactions using (job_id) cross join ${postingsOf('transactions')}
        where state <> 'held' and (transactions.kind = 'hold'
          or source = 'held' and (destination = 'revenue') = (transactions.kind = 'settlement'))
      ) as parts
      group by job_id, state, origin, purchase_id, amount_cents having sum(side) <> 0`,
  },
];

/** The monthly credits of the largest tier in any version of the catalogue. */
const MAX_CREDITS = `select max((rule ->> 'credits_per_month')::int)
  from catalogue_versions, jsonb_each(document -> 'job_api' -> 'tiers') as tiers (tier, rule)`;

/** Credits are not money, but are audited like money. */
const creditRules: readonly JobRule[] = [
  {
    rule: 'every job of the job API has either a credit charge or a charge, and every credit charge belongs to such a job',
    count: (span) => countOf(`${jobs(span)} and interface = 'job_api'`),
    sql: (span) => `select format('job %s, credit charge %s', jobs.id, credit_charges.job_id) as violation
      from (${jobs(span)} and interface = 'job_api') as jobs
      full join (${creditCharges(span)}) as credit_charges on credit_charges.job_id = jobs.id
      left join (${charges(span)}) as charges on charges.job_id = jobs.id
      where jobs.id is null or (credit_charges.job_id is null) = (charges.job_id is null)
        or jobs.account_id <> credit_charges.account_id
        or credit_charges.month <> date_trunc('month', jobs.created_at at time zone 'UTC')::date`,
  },
  {
    rule: 'the state of every credit charge matches the state of its job',
    count: (span) => countOf(creditCharges(span)),
    sql: (span) => `
      select format('job %s is %s, its credit charge is %s', jobs.id, jobs.state, charges.state) as violation
      from (${jobs(span)}) as jobs join (${creditCharges(span)}) as charges on charges.job_id = jobs.id
      where charges.state <> ${STATE_OF_CHARGE}`,
  },
  {
    rule: 'the free tier uses no credits, and no account exceeds the monthly credits of the largest plan',
    count: (span) => countOf(`${creditCharges(span)} and credits > 0`),
    // The months of the span are summed up as wholes: of an account they have no more credits than a plan.
    sql: (span) => `select format('job %s on the free tier costs %s credits', jobs.id, credits) as violation
      from (${jobs(span)} and tier = 'free') as jobs
        join (${creditCharges(span)} and credits > 0) as charges on charges.job_id = jobs.id
      union all
      select format('account %s used %s credits in %s', account_id, sum(credits), month)
      from (select distinct account_id, month from (${creditCharges(span)} and credits > 0) as charges) as months
        cross join lateral (
          select credits from credit_charges
          where credit_charges.account_id = months.account_id and credit_charges.month = months.month and credits > 0
            and state <> 'reversed' offset 0
        ) as charges
      group by account_id, month having sum(credits) > (${MAX_CREDITS})`,
  },
];

export const jobRules: readonly JobRule[] = [...stateRules, ...moneyRules, ...creditRules, ...priceRules];
