-- Balance that was not bought: grants of the operator, and codes. It is spent first, may expire, and is never refunded.
alter table purchases
  drop constraint purchases_source_check,
  add constraint purchases_source_check check (source in ('checkout', 'auto_recharge', 'grant', 'code')),
  -- Null for a grant.
  alter column refundable_until drop not null,
  -- When what is unspent of a grant leaves the balance; null for never.
  add column expires_at timestamptz,
  -- What has left the balance so; it counts as spent, so that what is left is the rest of the amount for every purchase.
  add column expired_cents bigint not null default 0,
  add constraint purchases_expired check (expired_cents between 0 and spent_cents),
  add constraint purchases_granted check (case when source in ('grant', 'code')
    then refundable_until is null and refunded_at is null
    else refundable_until is not null and expires_at is null and expired_cents = 0 end);

-- For the task of every minute that finds what has expired.
create index purchases_expiring on purchases (expires_at) where expires_at is not null and not is_spent;

-- expiry: what was unspent of a grant at its end.
alter table ledger_transactions
  drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check (kind in ('credit', 'hold', 'settlement', 'reversal', 'refund',
    'refund_reversal', 'invoice', 'takeback', 'arrears', 'waiver', 'expiry')),
  drop constraint ledger_transactions_of_purchase,
  add constraint ledger_transactions_of_purchase
    check (kind = 'takeback' or (kind in ('credit', 'refund', 'refund_reversal', 'expiry')) = (purchase_id is not null));

create index ledger_transactions_expiry on ledger_transactions (purchase_id) where kind = 'expiry';

-- What returned from the balance to the operator because it expired.
alter table closed_postings add column expired_cents bigint not null default 0;

-- Everything that had expired then has left its balance; null before the first sweep.
alter table ledger_closing add column grants_swept_until timestamptz;

-- Codes of the operator, each of which grants the same balance to some accounts.
create table grant_codes (
  -- In upper case: letter case does not matter.
  code text primary key check (code ~ '^[A-Z0-9](-?[A-Z0-9])*$' and length(code) between 6 and 40),
  amount_cents bigint not null check (amount_cents > 0),
  uses integer not null check (uses > 0),
  -- Redemptions so far. Its row is locked while one is written, so that no two of them take the last use.
  used integer not null default 0 check (used between 0 and uses),
  -- Until when it can be redeemed; null for no end.
  expires_at timestamptz,
  -- How many days what it grants is valid; null if that has no end.
  grant_days integer check (grant_days > 0),
  created_at timestamptz not null,
  ended_at timestamptz
);

-- Hyphens do not matter either.
create unique index grant_codes_key on grant_codes (replace(code, '-', ''));

create table code_redemptions (
  code text not null references grant_codes,
  account_id uuid not null references accounts,
  -- What it granted.
  purchase_id uuid not null unique references purchases,
  redeemed_at timestamptz not null,
  -- An account redeems a code once.
  primary key (code, account_id)
);
