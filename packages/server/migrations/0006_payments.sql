-- Card payments: what we requested of a payment provider, the events it sent, and what it took of the money again.

-- One operation each. Its id is the provider's idempotency key and the id of the purchase it pays for, so a repeated
-- request and a repeated event both end in one payment.
create table payments (
  id uuid primary key,
  -- The numbers on documents are unique, and ascending in the order of writing. A purchase or an attempt that was rolled
  -- back leaves a gap.
  number bigint generated always as identity,
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
  -- How it was paid if not by a card, which is all that can be saved.
  paid_with text,
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
-- What was paid today; `plan_charges`, `refunds` and `invoices` have such an index too.
create index payments_ended on payments (ended_at) where state = 'succeeded';

-- Written in the transaction of the event's effect: an event has one effect, however often it arrives.
create table payment_events (
  provider text not null,
  id text not null,
  type text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  primary key (provider, id)
);

create table stripe_customers (
  account_id uuid primary key references accounts,
  customer_id text not null unique
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
  -- Null for a card that was saved before these columns existed.
  exp_month smallint check (exp_month between 1 and 12),
  exp_year smallint check (exp_year between 2000 and 2200),
  added_at timestamptz not null,
  constraint saved_cards_expiry_is_whole check ((exp_month is null) = (exp_year is null))
);

-- A page of the provider where a person adds a card without buying anything.
create table card_setups (
  id uuid primary key,
  account_id uuid not null references accounts,
  provider text not null check (provider in ('sandbox', 'stripe')),
  state text not null default 'open' check (state in ('open', 'succeeded', 'failed')),
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint card_setups_ended check ((state = 'open') = (ended_at is null))
);

create index card_setups_account on card_setups (account_id, created_at);
create index card_setups_open on card_setups (created_at) where state = 'open';

create table subscriptions (
  -- The payment that bought it.
  id uuid primary key references payments,
  account_id uuid not null references accounts,
  provider text not null,
  provider_id text not null,
  plan text not null check (plan in ('pro', 'max')),
  plan_interval text not null check (plan_interval in ('month', 'year')),
  state text not null check (state in ('active', 'ended')),
  -- The end of the paid period; null until the provider's next event for an older row.
  paid_until timestamptz,
  -- What it changes to then; null when it stays.
  next_plan text check (next_plan in ('pro', 'max')),
  next_interval text check (next_interval in ('month', 'year')),
  -- Set once it is cancelled: it runs to the end of the paid period.
  ends_at timestamptz,
  -- The provider's time of the latest event applied: an older one that arrives later changes nothing.
  changed_at timestamptz not null,
  unique (provider, provider_id),
  constraint subscriptions_next_is_whole check ((next_plan is null) = (next_interval is null))
);

create index subscriptions_live on subscriptions (account_id) where state = 'active';

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

-- Every period and upgrade of a plan that a card paid; append-only. The first one has the id of its payment.
create table plan_charges (
  id uuid primary key,
  number bigint generated always as identity,
  payment_id uuid not null references payments,
  account_id uuid not null references accounts,
  amount_cents bigint not null check (amount_cents > 0),
  -- What it was for, on its receipt; an upgrade is charged its difference.
  plan text not null check (plan in ('pro', 'max')),
  plan_interval text not null check (plan_interval in ('month', 'year')),
  is_upgrade boolean not null default false,
  charged_at timestamptz not null
);

create index plan_charges_account on plan_charges (account_id, id);
create index plan_charges_payment on plan_charges (payment_id);
create index plan_charges_latest on plan_charges (charged_at);

create trigger plan_charges_append_only before update or delete or truncate on plan_charges
  for each statement execute function refuse_ledger_change();

create table refunds (
  id uuid primary key,
  number bigint generated always as identity,
  payment_id uuid not null references payments,
  amount_cents bigint not null check (amount_cents > 0),
  -- refused: the provider will never pay it, because the payment was disputed or has been refunded in another way. The
  -- balance stays as it is: the money has left, or an operator decides what the customer gets.
  state text not null default 'open' check (state in ('open', 'settled', 'failed', 'refused')),
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint refunds_ended check ((state = 'open') = (ended_at is null))
);

-- A refund that failed at the bank may be requested again.
create unique index refunds_one on refunds (payment_id) where state <> 'failed';
-- For the task of every minute that sends the refunds which have had no outcome.
create index refunds_open on refunds (created_at) where state = 'open';
create index refunds_created on refunds (created_at);

-- A month of pay per use, written once its jobs have ended.
create table invoices (
  id uuid primary key,
  number bigint generated always as identity,
  account_id uuid not null references accounts,
  month date not null check (extract(day from month) = 1),
  amount_cents bigint not null check (amount_cents > 0),
  -- What the operator waived at the provider, by a credit note or by voiding the invoice.
  waived_cents bigint not null default 0 check (waived_cents between 0 and amount_cents),
  -- manual: the operator collects it, as the plan's billing says.
  collection text not null default 'card' check (collection in ('card', 'manual')),
  state text not null default 'open' check (state in ('open', 'unpaid', 'paid')),
  -- Each attempt to collect it has its own idempotency key, built from the id and this number.
  tries integer not null default 1,
  created_at timestamptz not null,
  paid_at timestamptz,
  unique (account_id, month),
  constraint invoices_paid check ((state = 'paid') = (paid_at is not null)),
  constraint invoices_manual_is_not_charged check (collection = 'card' or (state <> 'unpaid' and tries = 1))
);

create index invoices_unpaid on invoices (account_id) where state <> 'paid';
create index invoices_paid_at on invoices (paid_at) where state = 'paid';

-- A read of the provider gets its number before it starts: an older read never overwrites what a newer one has found.
create sequence provider_reads;

-- Money that the provider took of what it had paid: refunds that were not requested here, and lost disputes.
create table takebacks (
  -- The payment or the month-end invoice that was paid.
  id uuid primary key,
  account_id uuid not null references accounts,
  -- What the provider has taken by now, and how much of it concerns the ledger: nothing before the payment is credited.
  taken_cents bigint not null check (taken_cents >= 0),
  due_cents bigint not null default 0 check (due_cents >= 0),
  -- What was unspent left the balance, and counts as spent of its purchase; the rest is owed.
  reversed_cents bigint not null default 0 check (reversed_cents >= 0),
  owed_cents bigint not null default 0 check (owed_cents >= 0),
  read_number bigint not null,
  changed_at timestamptz not null,
  constraint takebacks_split check (reversed_cents + owed_cents = due_cents)
);

create index takebacks_owed on takebacks (account_id) where owed_cents > 0;

create table disputes (
  provider text not null,
  id text not null,
  account_id uuid not null references accounts,
  state text not null check (state in ('open', 'won', 'lost')),
  read_number bigint not null,
  seen_at timestamptz not null,
  primary key (provider, id)
);

create index disputes_account on disputes (account_id);
