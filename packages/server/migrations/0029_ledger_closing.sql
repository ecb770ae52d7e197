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

-- What postings moved: into prepaid, credited in all and by card, on hold, owed, and paid of what was owed.
create table closed_postings (
  account_id uuid not null references accounts,
  purchase_id uuid references purchases,
  prepaid_cents bigint not null,
  credited_cents bigint not null,
  card_cents bigint not null,
  held_cents bigint not null,
  owed_cents bigint not null,
  received_cents bigint not null,
  constraint closed_postings_key unique nulls not distinct (account_id, purchase_id)
);

-- What the rules about single jobs found.
create table closed_rules (
  rule text primary key,
  checked bigint not null,
  violations text[] not null
);
