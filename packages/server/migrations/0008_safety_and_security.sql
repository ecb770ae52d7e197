-- Suspensions, reported content, reviews, and the security log.

-- Accounts with rejections, which alone are evaluated for suspension. Locked by every rejection.
create table suspensions (
  account_id uuid primary key references accounts,
  -- The time of the latest rejection.
  rejected_at timestamptz not null,
  suspended_until timestamptz,
  -- When an operator lifted one: attempts until then count towards no suspension.
  lifted_at timestamptz
);

create index suspensions_until on suspensions (suspended_until) where suspended_until is not null;

-- Generate calls that the safety check rejected: at the prompt, when there is no job, or at the output.
create table key_attempts (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts,
  job_id uuid unique,
  -- Of a rejection that a worker reported with a token of its own: those of one token count only up to a limit.
  worker_token_id uuid references worker_tokens,
  attempted_at timestamptz not null
);

create index key_attempts_account on key_attempts (account_id, attempted_at);

create table content_reports (
  id uuid primary key,
  job_id uuid not null references jobs,
  reporter_id uuid not null references accounts,
  -- The network that the report came from, and whether the report hid the content.
  network text,
  hid boolean not null default false,
  reason text not null check (length(reason) between 1 and 40),
  details text check (length(details) <= 4000),
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolution text check (resolution in ('kept', 'removed')),
  constraint content_reports_resolved check ((resolved_at is null) = (resolution is null))
);

-- A report that is sent twice is one report.
create unique index content_reports_open on content_reports (job_id, reporter_id, reason) where resolved_at is null;
create index content_reports_reporter on content_reports (reporter_id, created_at);
create index content_reports_content on content_reports (job_id);
create index content_reports_hid on content_reports (network, created_at) where hid;
create index content_reports_decided on content_reports (resolved_at, id) where resolved_at is not null;

-- The operator's decision about a job that the output check blocked. The first one stands.
create table block_reviews (
  job_id uuid primary key references jobs,
  decision text not null check (decision in ('upheld', 'mistaken')),
  operator_id uuid not null references accounts,
  reviewed_at timestamptz not null
);

-- The security log. It has no foreign keys: an event outlives what it refers to.
create table security_events (
  id bigint generated always as identity primary key,
  kind text not null,
  account_id uuid,
  -- Who did it, if not the account itself.
  operator_id uuid,
  -- The network of the request; null for a command of the operator.
  network text,
  details jsonb not null default '{}',
  created_at timestamptz not null
);

create index security_events_account on security_events (account_id, id);
create index security_events_kind on security_events (kind, id);
create index security_events_network on security_events (network, id) where network is not null;
create index security_events_operator on security_events (operator_id, id) where operator_id is not null;
create index security_events_time on security_events (created_at, id);

create trigger security_events_append_only before update or delete or truncate on security_events
  for each statement execute function refuse_ledger_change();
