import { plans } from '@kinora/contract';
import type { AuditRule } from './audit-rule.ts';

/** What each plan costs for a billing period, as SQL values. */
const PLAN_PRICES = plans
  .flatMap((plan) => {
    const byMonth = [plan.plan, 'month', plan.usd_per_month] as const;
    if (!('usd_per_month_billed_annually' in plan)) return [byMonth];
    return [byMonth, [plan.plan, 'year', plan.usd_per_month_billed_annually * 12] as const];
  })
  .map(([plan, interval, usd]) => `('${plan}', '${interval}', ${usd})`)
  .join(', ');

/** Audit rules for plans: what is paid for them, and who pays for what exceeds them. */
export const planRules: readonly AuditRule[] = [
  {
    rule: 'no downgrade took effect within a paid period, so no period was used and then credited',
    count: 'select count(*) as n from plan_changes',
    sql: `with price (plan, plan_interval, usd) as (values ${PLAN_PRICES})
        select format('subscription %s changed from %s by the %s to %s by the %s at %s, its period was paid until %s',
            subscription_id, from_plan, from_interval, to_plan, to_interval, period_start, paid_until) as violation
        from plan_changes
        join price as before on (before.plan, before.plan_interval) = (from_plan, from_interval)
        join price as after on (after.plan, after.plan_interval) = (to_plan, to_interval)
        where after.usd < before.usd and period_start < paid_until`,
  },
  {
    rule: 'every charge of a plan is of the account that bought the plan',
    count: 'select count(*) as n from plan_charges',
    sql: `select format('charge %s of account %s is of payment %s', plan_charges.id, plan_charges.account_id, payments.id)
          as violation
        from plan_charges join payments on payments.id = payment_id
        where payments.account_id <> plan_charges.account_id`,
  },
  {
    rule: 'every unbilled month-end charge is of an account with a card, or whose operator collects the invoices',
    count: 'select count(*) as n from usage_months where month_end_cents > 0',
    sql: `select format('account %s owes %s cents for %s and has no card', account_id, month_end_cents, month)
          as violation
        from usage_months join funding_terms using (account_id) left join invoices using (account_id, month)
        where month_end_cents > 0 and invoices.id is null and card_added_at is null
          and plan_billing is distinct from 'manual'`,
  },
  {
    rule: 'no invoice is charged to an account whose operator collects the invoices, and none puts it in arrears',
    count: `select count(*) as n from funding_terms where plan_billing = 'manual'`,
    sql: `select format('account %s: invoice %s of %s is %s, collected by %s; in arrears since %s', account_id, id, month,
            state, collection, arrears_since) as violation
        from funding_terms left join invoices using (account_id)
        where plan_billing = 'manual' and (arrears_since is not null or (collection = 'card' and state <> 'paid'))`,
  },
];
