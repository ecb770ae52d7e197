-- What accounts are sent of their own: the events of webhooks, and the emails about changed settings.

create table webhook_settings (
  account_id uuid primary key references accounts,
  -- Where events go whose order names no address of its own; null for nowhere.
  url text check (length(url) <= 2048),
  -- Secrets are derived from the installation's key, the account and a version; none is stored. All versions from the
  -- oldest to the current one sign until previous_until, and after that the current one alone.
  secret_version integer not null default 1,
  oldest_version integer not null default 1,
  previous_until timestamptz,
  constraint webhook_settings_versions check (oldest_version between 1 and secret_version)
);

-- The outbox. An event is written in the transaction of what it reports, and deleted after 30 days.
create table webhook_events (
  -- The webhook-id of every attempt.
  id uuid primary key,
  account_id uuid not null references accounts,
  url text not null check (length(url) <= 2048),
  type text not null check (type in ('job.completed', 'job.failed', 'job.blocked', 'balance.low')),
  -- The job whose status is sent, as it is at the time of the attempt.
  job_id uuid references jobs,
  -- What is sent if there is no job.
  facts jsonb,
  created_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- Of the latest attempt: the receiver's status, or why there was none.
  last_status integer,
  last_error text,
  last_attempt_at timestamptz,
  -- When the next attempt is due; null for at once, and once there is none.
  next_attempt_at timestamptz,
  constraint webhook_events_content check ((job_id is null) = (type = 'balance.low') and (job_id is null) = (facts is not null)),
  constraint webhook_events_next check (next_attempt_at is null or state = 'pending')
);

create index webhook_events_listed on webhook_events (account_id, id);
create index webhook_events_pending on webhook_events (account_id) where state = 'pending';
create index webhook_events_old on webhook_events (created_at);

-- The emails about changed settings that the owner of an account gets.
create table settings_notices (
  account_id uuid primary key references accounts,
  -- The latest event that an email has named; later ones wait for the next email.
  reported_event bigint not null default 0,
  -- By the database's clock, like the tasks that send the emails.
  next_at timestamptz not null default now()
);
