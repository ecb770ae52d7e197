-- Double entry in whole cents. A posting moves an amount from one ledger account to another, so every
-- transaction balances by construction; history is append-only.

-- The row that every decision about an account's money locks first.
create table funding_accounts (
  account_id uuid primary key references accounts,
  prepaid_cents bigint not null default 0 check (prepaid_cents >= 0),
  first_paid_at timestamptz
);

create table purchases (
  id uuid primary key,
  account_id uuid not null references accounts,
  amount_cents bigint not null check (amount_cents > 0),
  spent_cents bigint not null default 0 check (spent_cents between 0 and amount_cents),
  -- A separate column, so that spending a part of a purchase updates no index.
  is_spent boolean not null generated always as (spent_cents = amount_cents) stored,
  source text not null check (source in ('checkout', 'auto_recharge')),
  purchased_at timestamptz not null,
  refundable_until timestamptz not null,
  refunded_at timestamptz
);

-- Spent oldest first; ids are time-ordered.
create index purchases_unspent on purchases (account_id, purchased_at, id) where not is_spent;
create index purchases_latest on purchases (account_id, purchased_at desc, id desc);

create table ledger_transactions (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts,
  kind text not null
    check (kind in ('credit', 'hold', 'settlement', 'reversal', 'refund', 'refund_reversal', 'invoice')),
  job_id uuid,
  purchase_id uuid references purchases,
  created_at timestamptz not null,
  -- Each kind refers to a job, to a purchase or, for an invoice, to neither.
  constraint ledger_transactions_of_job check ((kind in ('hold', 'settlement', 'reversal')) = (job_id is not null)),
  constraint ledger_transactions_of_purchase
    check ((kind in ('credit', 'refund', 'refund_reversal')) = (purchase_id is not null))
);

-- A job has one hold and one settlement or reversal; a purchase is credited once.
create unique index ledger_transactions_hold on ledger_transactions (job_id) where kind = 'hold';
create unique index ledger_transactions_end on ledger_transactions (job_id) where kind in ('settlement', 'reversal');
create unique index ledger_transactions_credit on ledger_transactions (purchase_id) where kind = 'credit';

create table postings (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transactions,
  source text not null check (source in ('operator_grant', 'card', 'prepaid', 'held', 'revenue', 'receivable')),
  destination text not null
    check (destination in ('operator_grant', 'card', 'prepaid', 'held', 'revenue', 'receivable')),
  purchase_id uuid references purchases,
  amount_cents bigint not null check (amount_cents > 0),
  constraint postings_move check (source <> destination),
  -- Prepaid money always belongs to a purchase.
  constraint postings_prepaid_purchase
    check (purchase_id is not null or (source <> 'prepaid' and destination <> 'prepaid'))
);

create index postings_transaction on postings (transaction_id);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;

create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_ledger_change();
create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_ledger_change();
