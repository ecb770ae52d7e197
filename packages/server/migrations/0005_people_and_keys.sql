-- Who signs in, how a terminal comes by a key, and what is counted against guessing and misuse.

-- The tables of the sign-in library. A person and their account share one id.
create table auth_users (
  id uuid primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table auth_sessions (
  id uuid primary key,
  user_id uuid not null references auth_users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index auth_sessions_user on auth_sessions (user_id);

-- Ways to sign in; a password stands here as a salted scrypt hash.
create table auth_credentials (
  id uuid primary key,
  user_id uuid not null references auth_users on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);

create index auth_credentials_user on auth_credentials (user_id);

create table auth_verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index auth_verifications_identifier on auth_verifications (identifier);

-- Signing keys of access tokens; the private half is encrypted.
create table auth_signing_keys (
  id uuid primary key,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz
);

insert into auth_users (id, name, email, email_verified, created_at, updated_at)
select id, '', lower(email), true, created_at, created_at from accounts;

-- One row a request of a terminal for a key.
create table key_claims (
  id uuid primary key,
  -- SHA-256 of the code that the terminal polls with; the code itself is never stored.
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  -- What the person types, to tell the requests apart; it opens nothing by itself.
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
  -- Who approved or denied it.
  account_id uuid references accounts,
  approved_at timestamptz,
  denied_at timestamptz,
  -- When the key was handed out; it is made in that moment and never stored.
  claimed_at timestamptz,
  check ((amount_usd is null) = (plan is not null)),
  check ((plan is null) = (plan_interval is null)),
  check (approved_at is null or denied_at is null),
  check (claimed_at is null or approved_at is not null),
  check (account_id is not null or (approved_at is null and denied_at is null))
);

create index key_claims_open on key_claims (expires_at) where denied_at is null and claimed_at is null;

-- Times of the latest attempts of one kind by one subject: a network, or an account.
create table attempt_windows (
  kind text not null,
  subject text not null,
  times timestamptz[] not null,
  latest_at timestamptz not null,
  primary key (kind, subject)
);

create index attempt_windows_latest on attempt_windows (latest_at);

-- Attempts to generate that the safety check stopped: at the prompt, when there is no job, or at the output.
create table key_attempts (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts,
  job_id uuid unique,
  attempted_at timestamptz not null
);

create index key_attempts_account on key_attempts (account_id, attempted_at);
create index jobs_account on jobs (account_id, created_at);

-- Set with every rejection, so that only a key that has any is judged.
alter table api_keys add column rejected_at timestamptz;

-- Processes that run background tasks, by their sign of life. A task held by one that is gone is set free.
create table task_runners (
  id text primary key,
  seen_at timestamptz not null
);
