-- Plans, allowances and pay per use; the ledger, the charges of jobs, and how far the audit has read.

-- The row that every decision about an account's money locks first.
create table funding_accounts (
  account_id uuid primary key references accounts,
  prepaid_cents bigint not null default 0 check (prepaid_cents >= 0),
  -- What the account owes of takebacks, less what its balance has paid of that.
  owed_cents bigint not null default 0 check (owed_cents >= 0),
  -- Begins the 7 days of a new account. A grant of a plan with manual billing counts as a payment.
  first_paid_at timestamptz
);

create table funding_terms (
  account_id uuid primary key references accounts,
  plan text check (plan in ('pro', 'max')),
  plan_source text check (plan_source in ('web', 'app_store', 'operator')),
  plan_interval text check (plan_interval in ('month', 'year')),
  -- Only for a plan that the operator granted. none: its allowance, and pay per use with a card. manual: invoices for the
  -- operator to collect.
  plan_billing text check (plan_billing in ('none', 'manual')),
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
  constraint funding_terms_billing_of_grant
    check ((plan_source is not distinct from 'operator') = (plan_billing is not null)),
  constraint funding_terms_declined_is_off check (auto_recharge_usd is null or auto_recharge_declined_at is null)
);

-- For the task of every minute that finds the accounts whose recharge is due.
create index funding_terms_recharging on funding_terms (account_id) where auto_recharge_usd is not null;

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
  -- The family of the key that placed the order, if it had a cap then.
  key_id uuid,
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

-- Double entry in whole cents. A posting moves an amount from one ledger account to another, so every transaction balances by
-- construction; history is append-only.
create table ledger_transactions (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts,
  -- takeback: what the provider took, or returned. arrears: what a balance paid of what is owed. waiver: of an invoice.
  kind text not null check (kind in
    ('credit', 'hold', 'settlement', 'reversal', 'refund', 'refund_reversal', 'invoice', 'takeback', 'arrears', 'waiver')),
  job_id uuid,
  purchase_id uuid references purchases,
  created_at timestamptz not null,
  -- What each kind refers to: a job, a purchase, or neither. A takeback may refer to a purchase.
  constraint ledger_transactions_of_job check ((kind in ('hold', 'settlement', 'reversal')) = (job_id is not null)),
  constraint ledger_transactions_of_purchase
    check (kind = 'takeback' or (kind in ('credit', 'refund', 'refund_reversal')) = (purchase_id is not null))
);

-- A job has one hold and one settlement or reversal; a purchase is credited once.
create unique index ledger_transactions_hold on ledger_transactions (job_id) where kind = 'hold';
create unique index ledger_transactions_end on ledger_transactions (job_id) where kind in ('settlement', 'reversal');
create unique index ledger_transactions_credit on ledger_transactions (purchase_id) where kind = 'credit';
-- The ledger of one account, newest first.
create index ledger_transactions_account on ledger_transactions (account_id, id);
-- The money of a day. The table is append-only, so its order on disk is that of time, and an index of ranges of pages costs
-- an insert next to nothing.
create index ledger_transactions_time on ledger_transactions using brin (created_at) with (autosummarize = on);

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

-- What has ended does not change, so the audit reads it once: how far it has read, with the sums and findings until there.
create table ledger_closing (
  is_only boolean primary key default true check (is_only),
  -- All jobs up to this id have ended and are checked; ids are ordered by time.
  closed_job uuid not null,
  -- The postings of all transactions up to this id are summed up.
  closed_transaction bigint not null,
  -- The latest whole audit, and how many rules it found violated.
  audited_at timestamptz,
  violated_rules integer,
  constraint ledger_closing_audited check ((audited_at is null) = (violated_rules is null))
);

insert into ledger_closing (closed_job, closed_transaction) values ('00000000-0000-0000-0000-000000000000', 0);

-- Charges that were not reversed.
create table closed_charges (
  account_id uuid not null references accounts,
  month date not null,
  key_id uuid,
  images_included bigint not null,
  videos_included bigint not null,
  thirds_included bigint not null,
  images_overage bigint not null,
  videos_overage bigint not null,
  thirds_overage bigint not null,
  price_cents bigint not null,
  prepaid_cents bigint not null,
  month_end_cents bigint not null,
  constraint closed_charges_key unique nulls not distinct (account_id, month, key_id)
);

-- What postings moved: into prepaid, credited in all and by card, on hold, owed, and paid of what was owed; taken by the provider,
-- repaid from the balance, and waived.
create table closed_postings (
  account_id uuid not null references accounts,
  purchase_id uuid references purchases,
  prepaid_cents bigint not null,
  credited_cents bigint not null,
  card_cents bigint not null,
  held_cents bigint not null,
  owed_cents bigint not null,
  received_cents bigint not null,
  taken_cents bigint not null,
  repaid_cents bigint not null,
  waived_cents bigint not null,
  constraint closed_postings_key unique nulls not distinct (account_id, purchase_id)
);

-- What the rules about single jobs found.
create table closed_rules (
  rule text primary key,
  checked bigint not null,
  violations text[] not null
);
