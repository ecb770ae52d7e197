-- Results that accounts keep above what is included: the price of a day.

alter table ledger_transactions
  drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check (kind in ('credit', 'hold', 'settlement', 'reversal', 'refund',
    'refund_reversal', 'invoice', 'takeback', 'arrears', 'waiver', 'expiry', 'storage'));

create index ledger_transactions_storage on ledger_transactions (id) where kind = 'storage';

-- An account that keeps more than is included, measured once on a UTC day and charged then; append-only.
create table storage_days (
  account_id uuid not null references accounts,
  day date not null,
  above_bytes bigint not null check (above_bytes > 0),
  -- The price of the version of the catalogue in force when it was measured.
  cents_per_gib_month bigint not null check (cents_per_gib_month > 0),
  catalogue_version integer not null references catalogue_versions,
  measured_at timestamptz not null,
  -- What the days of the month cost up to this one, less what those before it cost, so that a month is rounded once.
  due_cents bigint not null check (due_cents >= 0),
  -- What was charged of that. The rest is never charged: the account allows no more.
  prepaid_cents bigint not null check (prepaid_cents >= 0),
  month_end_cents bigint not null check (month_end_cents >= 0),
  -- Null when nothing was charged.
  transaction_id bigint unique references ledger_transactions,
  primary key (account_id, day),
  constraint storage_days_measured_then check (day = (measured_at at time zone 'UTC')::date),
  constraint storage_days_charged check (prepaid_cents + month_end_cents <= due_cents),
  constraint storage_days_posted check ((transaction_id is null) = (prepaid_cents + month_end_cents = 0))
);

create trigger storage_days_append_only before update or delete or truncate on storage_days
  for each statement execute function refuse_ledger_change();

-- The latest UTC day on which every account was measured; a day before it that has no row is not charged.
alter table ledger_closing add column storage_charged_on date;
