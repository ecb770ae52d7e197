-- Auto-recharge as a state, plans that the operator bills himself, and changes of plan that wait for the paid period.

alter table funding_terms
  -- Only for a plan that the operator granted. none: its allowance, and pay per use with a card. manual: invoices for the
  -- operator to collect.
  add column plan_billing text check (plan_billing in ('none', 'manual')),
  -- When an email about settings changed with the API key was last sent, by the database's clock.
  add column settings_notified_at timestamptz;

-- Until now a granted plan could pay per use without a card. What is owed that way cannot be charged.
update funding_terms set plan_billing = case when card_added_at is null and exists (
    select from usage_months where usage_months.account_id = funding_terms.account_id and month_end_cents > 0
  ) then 'manual' else 'none' end
where plan_source = 'operator';

alter table funding_terms add constraint funding_terms_billing_of_grant
  check ((plan_source is not distinct from 'operator') = (plan_billing is not null));

-- For the task of every minute that finds the accounts whose recharge is due.
create index funding_terms_recharging on funding_terms (account_id) where auto_recharge_usd is not null;

alter table invoices
  add column collection text not null default 'card' check (collection in ('card', 'manual'));

update invoices set collection = 'manual', state = 'open', tries = 1
where state <> 'paid' and account_id in (select account_id from funding_terms where plan_billing = 'manual');

update funding_terms set arrears_since = null where plan_billing = 'manual';

alter table invoices add constraint invoices_manual_is_not_charged
  check (collection = 'card' or (state <> 'unpaid' and tries = 1));

alter table subscriptions
  -- The end of the paid period; null until the provider's next event for an older row.
  add column paid_until timestamptz,
  -- What it changes to then; null when it stays.
  add column next_plan text check (next_plan in ('pro', 'max')),
  add column next_interval text check (next_interval in ('month', 'year')),
  add constraint subscriptions_next_is_whole check ((next_plan is null) = (next_interval is null));

-- Every change of a subscription's plan that took effect; append-only.
create table plan_changes (
  id bigint generated always as identity primary key,
  subscription_id uuid not null references subscriptions,
  from_plan text not null,
  from_interval text not null,
  to_plan text not null,
  to_interval text not null,
  -- The end of the period that was paid for the earlier plan, and the start of the first one of the new plan.
  paid_until timestamptz not null,
  period_start timestamptz not null
);

create trigger plan_changes_append_only before update or delete or truncate on plan_changes
  for each statement execute function refuse_ledger_change();

alter table sandbox_subscriptions
  add column period_start timestamptz,
  -- It renews on this day of the month.
  add column anchored_at timestamptz,
  add column next_plan text,
  add column next_interval text;

update sandbox_subscriptions set
  period_start = paid_until - case plan_interval when 'year' then interval '1 year' else interval '1 month' end,
  anchored_at = coalesce((select created_at from sandbox_charges where id = operation_id::text), paid_until);

alter table sandbox_subscriptions
  alter column period_start set not null,
  alter column anchored_at set not null;
