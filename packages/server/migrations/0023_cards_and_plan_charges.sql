-- Cards that a person adds and removes, and the charges of plans.

alter table saved_cards
  -- Null for a card that was saved before these columns existed.
  add column exp_month smallint check (exp_month between 1 and 12),
  add column exp_year smallint check (exp_year between 2000 and 2200),
  add constraint saved_cards_expiry_is_whole check ((exp_month is null) = (exp_year is null));

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

-- Every period and upgrade of a plan that a card paid; append-only. The first one has the id of its payment.
create table plan_charges (
  id uuid primary key,
  payment_id uuid not null references payments,
  account_id uuid not null references accounts,
  amount_cents bigint not null check (amount_cents > 0),
  charged_at timestamptz not null
);

create index plan_charges_account on plan_charges (account_id, id);
create index plan_charges_payment on plan_charges (payment_id);

insert into plan_charges (id, payment_id, account_id, amount_cents, charged_at)
select id, id, account_id, amount_cents, ended_at from payments where kind = 'subscription' and state = 'succeeded';

create trigger plan_charges_append_only before update or delete or truncate on plan_charges
  for each statement execute function refuse_ledger_change();

-- Null for a page that adds a card.
alter table sandbox_checkouts
  alter column amount_cents drop not null,
  -- As 2034-12, while its bank's confirmation is pending.
  add column card_expires text check (card_expires ~ '^\d{4}-\d{2}$');
