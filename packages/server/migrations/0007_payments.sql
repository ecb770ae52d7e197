-- Card payments: what we requested of a payment provider, and the events it sent.

-- One operation each. Its id is the provider's idempotency key and the id of the purchase it pays for, so a repeated
-- request and a repeated event both end in one payment.
create table payments (
  id uuid primary key,
  account_id uuid not null references accounts,
  provider text not null check (provider in ('sandbox', 'stripe')),
  kind text not null check (kind in ('top_up', 'subscription', 'auto_recharge')),
  amount_cents bigint not null check (amount_cents > 0),
  plan text check (plan in ('pro', 'max')),
  plan_interval text check (plan_interval in ('month', 'year')),
  -- First day of the UTC month whose cap an auto-recharge counts under.
  cap_month date check (extract(day from cap_month) = 1),
  -- Failed may still become succeeded: a provider that reports both has captured the money.
  state text not null default 'open' check (state in ('open', 'succeeded', 'failed')),
  -- The provider's id of its charge; refunds and disputes refer to it.
  charge_id text,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint payments_subscription_has_plan
    check ((kind = 'subscription') = (plan is not null and plan_interval is not null)),
  constraint payments_recharge_has_month check ((kind = 'auto_recharge') = (cap_month is not null)),
  constraint payments_ended check ((state = 'open') = (ended_at is null))
);

create unique index payments_one_recharge on payments (account_id)
  where kind = 'auto_recharge' and state = 'open';
create unique index payments_charge on payments (provider, charge_id);
create index payments_account on payments (account_id, created_at);
create index payments_open on payments (created_at) where state = 'open';

-- Written in the transaction of the event's effect: an event has one effect, however often it arrives.
create table payment_events (
  provider text not null,
  id text not null,
  type text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  primary key (provider, id)
);

-- The card on file. The provider stores the number; this table stores what identifies the card.
create table saved_cards (
  account_id uuid primary key references accounts,
  provider text not null,
  token text not null,
  -- Equal whenever the same card is entered again.
  fingerprint text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  added_at timestamptz not null
);

create table subscriptions (
  -- The payment that bought it.
  id uuid primary key references payments,
  account_id uuid not null references accounts,
  provider text not null,
  provider_id text not null,
  plan text not null check (plan in ('pro', 'max')),
  plan_interval text not null check (plan_interval in ('month', 'year')),
  state text not null check (state in ('active', 'ended')),
  -- Set once it is cancelled: it runs to the end of the paid period.
  ends_at timestamptz,
  -- The provider's time of the latest event applied: an older one that arrives later changes nothing.
  changed_at timestamptz not null,
  unique (provider, provider_id)
);

create index subscriptions_live on subscriptions (account_id) where state = 'active';

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'settled', 'failed')),
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint refunds_ended check ((state = 'open') = (ended_at is null))
);

-- A refund that failed at the bank may be requested again.
create unique index refunds_one on refunds (payment_id) where state <> 'failed';

-- A month of pay per use, written once its jobs have ended.
create table invoices (
  id uuid primary key,
  account_id uuid not null references accounts,
  month date not null check (extract(day from month) = 1),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'unpaid', 'paid')),
  -- Each attempt to collect it has its own idempotency key, built from the id and this number.
  tries integer not null default 1,
  created_at timestamptz not null,
  paid_at timestamptz,
  unique (account_id, month),
  constraint invoices_paid check ((state = 'paid') = (paid_at is not null))
);

create index invoices_unpaid on invoices (account_id) where state <> 'paid';

create table stripe_customers (
  account_id uuid primary key references accounts,
  customer_id text not null unique
);
