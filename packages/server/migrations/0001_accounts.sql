-- Who may call, and with which key.

create table accounts (
  id uuid primary key,
  email text not null check (length(email) between 3 and 320),
  plan text check (plan in ('pro', 'max')),
  operator boolean not null default false,
  -- Set while payments on the account are paused for review.
  under_review_since timestamptz,
  created_at timestamptz not null
);

create unique index accounts_email on accounts (lower(email));

create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- SHA-256 of the key; the key itself is never stored.
  hash bytea not null unique check (octet_length(hash) = 32),
  -- The first characters, to recognise a key by in the console.
  prefix text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  suspended_until timestamptz
);

create unique index api_keys_one_live on api_keys (account_id) where revoked_at is null;
