import type { AuditRule } from './audit-rule.ts';

/** Audit rules for plans: what is paid for them, and who pays for what exceeds them. */
export const planRules: readonly AuditRule[] = [
  {
    rule: 'no downgrade took effect within a paid period, so no period was used and then credited',
    count: 'select count(*) as n from plan_changes',
    sql: `select format('subscription %s changed from %s by the %s to %s by the %s at %s, its period was paid until %s',
            subscription_id, from_plan, from_interval, to_plan, to_interval, period_start, paid_until) as violation
        from plan_changes where to_cents < from_cents and period_start < paid_until`,
  },
  {
    rule: 'every subscription costs, now and when it renews, what its version of the catalogue says',
    count:
      'select count(*) as n from subscriptions where catalogue_version is not null or next_version is not null',
    sql: `select format('subscription %s to %s by the %s is %s cents, and %s by version %s', id, plan, "interval", cents,
            coalesce(entry ->> ("interval" || '_cents'), 'not sold'), version) as violation
        from (
          select id, plan, plan_interval as "interval", price_cents as cents, catalogue_version as version from subscriptions
          union all
          select id, coalesce(next_plan, plan), coalesce(next_interval, plan_interval), next_cents, next_version
          from subscriptions
        ) as priced join catalogue_versions using (version)
          left join lateral jsonb_array_elements(document -> 'plans') as entry on entry ->> 'id' = plan
        where cents is distinct from (entry ->> ("interval" || '_cents'))::bigint`,
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
