-- Money that comes by card: what we asked a payment provider to do, and what it told us.

-- One operation each. Its id is the provider's idempotency key, and the id of the purchase it pays for, so
-- asking twice and hearing twice both end in one payment.
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
  -- Failed may still become succeeded: a provider that says both has taken the money.
  state text not null default 'open' check (state in ('open', 'succeeded', 'failed')),
  -- The provider's name for its charge; a refund and a dispute name it.
  charge_id text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((kind = 'subscription') = (plan is not null and plan_interval is not null)),
  check ((kind = 'auto_recharge') = (cap_month is not null)),
  check ((state = 'open') = (ended_at is null))
);

create unique index payments_one_recharge on payments (account_id)
  where kind = 'auto_recharge' and state = 'open';
create unique index payments_charge on payments (provider, charge_id);
create index payments_account on payments (account_id, created_at);
create index payments_open on payments (created_at) where state = 'open';

-- Written in the transaction of the event's effect: an event has one effect, however often it comes.
create table payment_events (
  provider text not null,
  id text not null,
  type text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  primary key (provider, id)
);

-- The card on file. The number is the provider's secret; we know how to recognise the card.
create table saved_cards (
  account_id uuid primary key references accounts,
  provider text not null,
  token text not null,
  -- The same for the same card however often it is entered.
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
  -- Set once it is cancelled: it runs to the end of what was paid.
  ends_at timestamptz,
  -- The provider's time of the latest event applied: an older one that comes later changes nothing.
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
  check ((state = 'open') = (ended_at is null))
);

-- A refund that failed at the bank may be asked for again.
create unique index refunds_one on refunds (payment_id) where state <> 'failed';

-- What a month of pay per use came to, once its jobs had ended.
create table invoices (
  id uuid primary key,
  account_id uuid not null references accounts,
  month date not null check (extract(day from month) = 1),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'unpaid', 'paid')),
  -- Each try to collect it has an idempotency key of its own, made of the id and this number.
  tries integer not null default 1,
  created_at timestamptz not null,
  paid_at timestamptz,
  unique (account_id, month),
  check ((state = 'paid') = (paid_at is not null))
);

create index usage_months_billed on usage_months (month) where month_end_cents > 0;
create index invoices_unpaid on invoices (account_id) where state <> 'paid';

-- The built-in provider, for development, tests and demonstrations. No money moves, and no card number is
-- kept: the last four digits and how the test card behaves are all there is of a card.

create table sandbox_cards (
  account_id uuid primary key references accounts,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  behaviour text not null check (behaviour in ('succeeds', 'declines_later', 'asks_bank', 'disputes'))
);

create table sandbox_checkouts (
  id text primary key,
  operation_id uuid not null unique,
  account_id uuid not null references accounts,
  email text not null,
  amount_cents bigint not null check (amount_cents > 0),
  plan text,
  plan_interval text,
  return_url text not null,
  state text not null default 'open' check (state in ('open', 'at_bank', 'paid', 'cancelled')),
  -- While the bank is asked to confirm, the card that waits for it.
  card_last4 text,
  created_at timestamptz not null
);

create table sandbox_charges (
  -- What it was asked for with: an operation, or an invoice and the number of the try.
  id text primary key,
  account_id uuid not null references accounts,
  amount_cents bigint not null check (amount_cents > 0),
  outcome text not null check (outcome in ('succeeded', 'declined')),
  created_at timestamptz not null,
  refunded_at timestamptz
);

create table sandbox_subscriptions (
  id text primary key,
  operation_id uuid not null unique,
  account_id uuid not null references accounts,
  plan text not null,
  plan_interval text not null,
  state text not null default 'active' check (state in ('active', 'ended')),
  paid_until timestamptz not null,
  cancels boolean not null default false
);

create index sandbox_subscriptions_due on sandbox_subscriptions (paid_until) where state = 'active';

create table stripe_customers (
  account_id uuid primary key references accounts,
  customer_id text not null unique
);
