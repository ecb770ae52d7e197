-- The built-in payment provider, for development, tests and demonstrations. No money moves, and no card number is
-- stored: only the last four digits and the behaviour of the test card.

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
  -- Null for a page that adds a card.
  amount_cents bigint check (amount_cents > 0),
  plan text,
  plan_interval text,
  return_url text not null,
  state text not null default 'open' check (state in ('open', 'at_bank', 'paid', 'cancelled')),
  -- The card, while its bank's confirmation is pending; its expiry as 2034-12.
  card_last4 text,
  card_expires text check (card_expires ~ '^\d{4}-\d{2}$'),
  created_at timestamptz not null
);

create table sandbox_charges (
  -- The idempotency key of the request: an operation, or an invoice and the number of the attempt.
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
  next_plan text,
  next_interval text,
  state text not null default 'active' check (state in ('active', 'ended')),
  period_start timestamptz not null,
  paid_until timestamptz not null,
  -- It renews on this day of the month.
  anchored_at timestamptz not null,
  cancels boolean not null default false
);

create index sandbox_subscriptions_due on sandbox_subscriptions (paid_until) where state = 'active';
