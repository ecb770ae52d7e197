-- API keys, how a terminal obtains one, and the counters that limit guessing.

create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- SHA-256 of the key; the key itself is never stored.
  hash bytea not null unique check (octet_length(hash) = 32),
  -- The first characters, to recognise a key by in the console.
  prefix text not null,
  -- An account has one current key of its own and one for its terminals, which are replaced; the others have names.
  kind text not null default 'account' check (kind in ('account', 'terminal', 'named')),
  name text not null default 'Account key' check (length(name) between 1 and 80),
  scopes text[] not null default '{generate,read,manage}'
    check (cardinality(scopes) > 0 and scopes <@ array['generate', 'read', 'manage']),
  -- What the orders of the key may cost in a UTC month, at list price. Of the current key of a family alone.
  cap_cents bigint check (cap_cents > 0),
  -- A rotation makes one key from another. All of them are a family, named after the first, and share its settings.
  first_id uuid references api_keys,
  family_id uuid not null generated always as (coalesce(first_id, id)) stored,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- The key is refused from then on; in the future for one that was rotated with an overlap.
  revoked_at timestamptz,
  -- Written at most once a minute.
  last_used_at timestamptz
);

create unique index api_keys_one_of_kind on api_keys (account_id, kind) where revoked_at is null and kind <> 'named';
create unique index api_keys_current on api_keys (family_id) where revoked_at is null;
create index api_keys_of_account on api_keys (account_id, revoked_at);
-- An acceptance reads the caps of an account's keys, without those that were revoked days ago: an account may have had many.
create index api_keys_capped on api_keys (account_id, coalesce(revoked_at, 'infinity')) where cap_cents is not null;
-- Operators search keys by how they begin.
create index api_keys_prefix on api_keys (prefix text_pattern_ops);

-- What the orders of a key with a cap cost in a UTC month, less what was reversed.
create table key_months (
  -- The family of the key.
  key_id uuid not null references api_keys,
  month date not null check (extract(day from month) = 1),
  spent_cents bigint not null check (spent_cents >= 0),
  primary key (key_id, month)
);

-- One row per request of a terminal for a key.
create table key_claims (
  id uuid primary key,
  -- SHA-256 of the code that the terminal polls with; the code itself is never stored.
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  -- The code that the user types to identify the request; it grants nothing by itself.
  user_code text not null unique,
  network text not null,
  client_name text,
  amount_usd integer check (amount_usd in (10, 25, 50, 100)),
  plan text check (plan in ('pro', 'max')),
  plan_interval text check (plan_interval in ('month', 'year')),
  poll_interval_seconds integer not null default 5,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  polled_at timestamptz,
  -- The signed-in person who opened the page of the claim. An unattended claim may have to make room.
  attended_by uuid references accounts,
  attended_at timestamptz,
  -- Set when the claim made room for another; it still counts towards the limit of its network.
  displaced_at timestamptz,
  -- Who approved or denied it.
  account_id uuid references accounts,
  approved_at timestamptz,
  denied_at timestamptz,
  -- When the key was revealed; it is created at that moment and never stored.
  claimed_at timestamptz,
  constraint key_claims_amount_or_plan check ((amount_usd is null) = (plan is not null)),
  constraint key_claims_plan_has_interval check ((plan is null) = (plan_interval is null)),
  constraint key_claims_attended check ((attended_by is null) = (attended_at is null)),
  constraint key_claims_one_decision check (approved_at is null or denied_at is null),
  constraint key_claims_claimed_is_approved check (claimed_at is null or approved_at is not null),
  constraint key_claims_decided_by check (account_id is not null or (approved_at is null and denied_at is null))
);

create index key_claims_open on key_claims (expires_at) where denied_at is null and claimed_at is null;
create index key_claims_room on key_claims (created_at, id)
  where denied_at is null and claimed_at is null and displaced_at is null;
create index key_claims_network on key_claims (network, expires_at) where denied_at is null and claimed_at is null;
create index key_claims_attended_by on key_claims (attended_by, attended_at) where attended_by is not null;

-- Times of the latest attempts of one kind by one subject: a network, or an account.
create table attempt_windows (
  kind text not null,
  subject text not null,
  times timestamptz[] not null,
  latest_at timestamptz not null,
  primary key (kind, subject)
);

create index attempt_windows_latest on attempt_windows (latest_at);
