-- Money that the payment provider took back of what it had paid: refunds that were not requested here, and lost disputes.

-- A read of the provider gets its number before it starts: an older read never overwrites what a newer one has found.
create sequence provider_reads;

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

-- Whether the review of an account began with a dispute, and no operator has asked for it since: then it ends with the
-- dispute. That of an earlier review is not known, so an operator ends it.
alter table accounts add column review_of_dispute boolean not null default false;
-- When an operator ended a review: the disputes until then do not keep a later one from ending by itself.
alter table accounts add column reviewed_at timestamptz;

-- What the account owes of takebacks, less what its balance has paid of that.
alter table funding_accounts add column owed_cents bigint not null default 0 check (owed_cents >= 0);

-- How it was paid if not by a card, which is all that can be saved.
alter table payments add column paid_with text;

-- What the operator waived of an invoice at the provider, by a credit note or by voiding it.
alter table invoices add column waived_cents bigint not null default 0 check (waived_cents between 0 and amount_cents);

-- takeback: what the provider took, or returned. arrears: what a balance paid of what is owed. waiver: of an invoice.
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
  ('credit', 'hold', 'settlement', 'reversal', 'refund', 'refund_reversal', 'invoice', 'takeback', 'arrears', 'waiver'));
alter table ledger_transactions drop constraint ledger_transactions_of_purchase;
alter table ledger_transactions add constraint ledger_transactions_of_purchase
  check (kind = 'takeback' or (kind in ('credit', 'refund', 'refund_reversal')) = (purchase_id is not null));

alter table closed_postings add column taken_cents bigint not null default 0;
alter table closed_postings add column repaid_cents bigint not null default 0;
alter table closed_postings add column waived_cents bigint not null default 0;
alter table closed_postings alter column taken_cents drop default, alter column repaid_cents drop default,
  alter column waived_cents drop default;
