-- How a terminal obtains a key, and the counters that limit guessing and misuse.

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
  -- Who approved or denied it.
  account_id uuid references accounts,
  approved_at timestamptz,
  denied_at timestamptz,
  -- When the key was revealed; it is created at that moment and never stored.
  claimed_at timestamptz,
  constraint key_claims_amount_or_plan check ((amount_usd is null) = (plan is not null)),
  constraint key_claims_plan_has_interval check ((plan is null) = (plan_interval is null)),
  constraint key_claims_one_decision check (approved_at is null or denied_at is null),
  constraint key_claims_claimed_is_approved check (claimed_at is null or approved_at is not null),
  constraint key_claims_decided_by check (account_id is not null or (approved_at is null and denied_at is null))
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

-- Generate calls that the safety check rejected: at the prompt, when there is no job, or at the output.
create table key_attempts (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts,
  job_id uuid unique,
  attempted_at timestamptz not null
);

create index key_attempts_account on key_attempts (account_id, attempted_at);

-- Processes that run background tasks, with their last heartbeat. The tasks of a process
-- without a recent heartbeat are unlocked.
create table task_runners (
  id text primary key,
  seen_at timestamptz not null
);
