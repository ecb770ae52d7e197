-- Plans are entries of the catalogue, so their names are checked there.
alter table key_claims drop constraint key_claims_plan_check;
alter table funding_terms drop constraint funding_terms_plan_check;
alter table payments drop constraint payments_plan_check;
alter table subscriptions drop constraint subscriptions_plan_check, drop constraint subscriptions_next_plan_check;
alter table plan_charges drop constraint plan_charges_plan_check;

-- A subscription holds its price until it renews, whatever the catalogue says meanwhile.
alter table payments
  -- The version that a plan was ordered by; null for a balance, and for a plan ordered before there were versions.
  add column catalogue_version integer;

alter table subscriptions
  -- What a billing period costs, and the version of the catalogue that says so; null if no version that was known did.
  add column price_cents bigint check (price_cents > 0),
  add column catalogue_version integer,
  -- What it renews at, of which its owner has been told by email if it is another price of the same plan.
  add column next_cents bigint check (next_cents > 0),
  add column next_version integer;

update subscriptions set
  catalogue_version = 1,
  next_version = case when next_plan is not null then 1 end,
  price_cents = case plan when 'pro' then 1900 else case plan_interval when 'month' then 9900 else 94800 end end,
  next_cents = case next_plan when 'pro' then 1900 when 'max' then
    case next_interval when 'month' then 9900 else 94800 end end;

alter table subscriptions
  alter column price_cents set not null,
  drop constraint subscriptions_next_is_whole,
  add constraint subscriptions_next_is_whole
    check ((next_plan is null) = (next_interval is null) and (next_plan is null) = (next_cents is null));

-- For the task of every minute that looks for subscriptions whose plan has another price when they renew.
create index subscriptions_renewing on subscriptions (paid_until) where state = 'active' and ends_at is null;

-- What a billing period of each plan cost, for the audit.
alter table plan_changes add column from_cents bigint, add column to_cents bigint;
alter table plan_changes disable trigger plan_changes_append_only;
update plan_changes set
  from_cents = case from_plan when 'pro' then 1900 else case from_interval when 'month' then 9900 else 94800 end end,
  to_cents = case to_plan when 'pro' then 1900 else case to_interval when 'month' then 9900 else 94800 end end;
alter table plan_changes enable trigger plan_changes_append_only;
alter table plan_changes alter column from_cents set not null, alter column to_cents set not null;

-- The name of what is bought, as the page of the checkout shows it.
alter table sandbox_checkouts add column product text;
update sandbox_checkouts set product = case plan when 'pro' then 'Kinora Pro' when 'max' then 'Kinora Max' end;

alter table sandbox_subscriptions
  add column price_cents bigint check (price_cents > 0),
  add column next_cents bigint check (next_cents > 0);
update sandbox_subscriptions set
  price_cents = case plan when 'pro' then 1900 else case plan_interval when 'month' then 9900 else 94800 end end,
  next_cents = case next_plan when 'pro' then 1900 when 'max' then
    case next_interval when 'month' then 9900 else 94800 end end;
alter table sandbox_subscriptions alter column price_cents set not null;
