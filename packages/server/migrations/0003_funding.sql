-- Plans, allowances, pay per use and its cap; the charges of jobs and the usage of each calendar month.

create table funding_terms (
  account_id uuid primary key references accounts,
  plan text check (plan in ('pro', 'max')),
  plan_source text check (plan_source in ('web', 'app_store', 'operator')),
  plan_interval text check (plan_interval in ('month', 'year')),
  pay_per_use boolean not null default false,
  cap_cents integer check (cap_cents between 500 and 100000),
  -- When the card on file was added; null when there is none.
  card_added_at timestamptz,
  -- Set by a larger purchase that the bank confirmed: new-account and new-card limits no longer apply.
  limits_lifted_at timestamptz,
  arrears_since timestamptz,
  auto_recharge_usd integer check (auto_recharge_usd in (10, 25, 50, 100)),
  auto_recharge_declined_at timestamptz,
  constraint funding_terms_plan_has_source check ((plan is null) = (plan_source is null)),
  constraint funding_terms_declined_is_off check (auto_recharge_usd is null or auto_recharge_declined_at is null)
);

-- Counters of one account's UTC month. A reversed charge is subtracted again.
create table usage_months (
  account_id uuid not null references accounts,
  month date not null check (extract(day from month) = 1),
  images_included integer not null default 0 check (images_included >= 0),
  videos_included integer not null default 0 check (videos_included >= 0),
  -- Thirds of a second of allowance used: cinema counts double.
  thirds_included integer not null default 0 check (thirds_included >= 0),
  images_overage integer not null default 0 check (images_overage >= 0),
  videos_overage integer not null default 0 check (videos_overage >= 0),
  thirds_overage integer not null default 0 check (thirds_overage >= 0),
  prepaid_cents bigint not null default 0 check (prepaid_cents >= 0),
  month_end_cents bigint not null default 0 check (month_end_cents >= 0),
  recharge_cents bigint not null default 0 check (recharge_cents >= 0),
  primary key (account_id, month)
);

create index usage_months_billed on usage_months (month) where month_end_cents > 0;

-- How a job is paid. Included work moves no money: it has a charge and no ledger transaction.
create table charges (
  job_id uuid primary key,
  account_id uuid not null references accounts,
  -- First day of the UTC month the job was accepted in; it belongs there whenever it ends.
  month date not null check (extract(day from month) = 1),
  kind text not null check (kind in ('image', 'video')),
  -- Length in thirds of a second; 0 for images.
  thirds integer not null check (thirds >= 0),
  price_cents bigint not null check (price_cents >= 0),
  prepaid_cents bigint not null check (prepaid_cents between 0 and price_cents),
  month_end_cents bigint not null default 0 check (month_end_cents >= 0),
  -- Thirds of allowance that a video used, weighted; null when the job is paid per use.
  included_thirds integer check (included_thirds >= 0),
  state text not null default 'held' check (state in ('held', 'settled', 'reversed')),
  constraint charges_split check (case when included_thirds is null then prepaid_cents + month_end_cents = price_cents
    else prepaid_cents = 0 and month_end_cents = 0 end)
);

create index charges_month on charges (account_id, month);
