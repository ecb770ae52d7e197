import { tierRules } from '../pricing/tiers.ts';
import type { AuditRule } from './audit-rule.ts';

/** Audit rules for the credits of the job API. Credits are not money, but are audited like money. */
export const creditRules: readonly AuditRule[] = [
  {
    rule: 'every job of the job API has exactly one credit charge, and every credit charge belongs to such a job',
    count: 'select count(*) as n from jobs where tier is not null',
    sql: `select format('job %s, credit charge %s', jobs.id, credit_charges.job_id) as violation
        from (select * from jobs where tier is not null) as jobs
        full join credit_charges on credit_charges.job_id = jobs.id
        where jobs.id is null or credit_charges.job_id is null or jobs.account_id <> credit_charges.account_id
          or credit_charges.month <> date_trunc('month', jobs.created_at at time zone 'UTC')::date`,
  },
  {
    rule: 'the state of every credit charge matches the state of its job',
    count: 'select count(*) as n from credit_charges',
    sql: `select format('job %s is %s, its credit charge is %s', jobs.id, jobs.state, credit_charges.state) as violation
        from jobs join credit_charges on credit_charges.job_id = jobs.id
        where credit_charges.state <> case jobs.state when 'completed' then 'settled' when 'failed' then 'reversed'
          when 'blocked' then 'reversed' else 'held' end`,
  },
  {
    rule: 'the free tier uses no credits, and no account exceeds the monthly credits of the largest plan',
    count: 'select count(*) as n from credit_charges where credits > 0',
    sql: `select format('job %s on the free tier costs %s credits', jobs.id, credits) as violation
        from jobs join credit_charges on credit_charges.job_id = jobs.id where tier = 'free' and credits > 0
        union all
        select format('account %s used %s credits in %s', account_id, sum(credits), month)
        from credit_charges where state <> 'reversed' group by account_id, month having sum(credits) > ${tierRules.max.creditsPerMonth}`,
  },
];
