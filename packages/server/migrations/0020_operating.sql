-- What the operator's console shows and changes.

-- A banned account is refused everywhere, on every node, from the commit on. Only operators read the reason.
alter table accounts
  add column banned_at timestamptz,
  add column ban_reason text check (length(ban_reason) between 1 and 500),
  add constraint accounts_ban_has_reason check ((banned_at is null) = (ban_reason is null));

-- Searches: addresses and keys by how they begin, and the few accounts that are banned or in review.
create index accounts_email_prefix on accounts (lower(email) text_pattern_ops);
create index accounts_banned on accounts (id) where banned_at is not null;
create index accounts_in_review on accounts (id) where under_review_since is not null;
create index api_keys_prefix on api_keys (prefix text_pattern_ops);

-- The ledger of one account, newest first.
create index ledger_transactions_account on ledger_transactions (account_id, id);
-- The money of a day. The table is append-only, so its order on disk is that of time, and an index of ranges of pages costs
-- an insert next to nothing.
create index ledger_transactions_time on ledger_transactions using brin (created_at) with (autosummarize = on);

-- Jobs without a result are few, and are what an operator looks for.
create index jobs_undelivered on jobs (id) where state in ('failed', 'blocked');

alter table jobs drop constraint jobs_failure_cause_check;
alter table jobs add constraint jobs_failure_cause_check check (failure_cause in ('storage', 'cancelled'));

-- Attempts that ended without an end of their job's: with a fault, by a lost lease, or because the operator queued the job
-- again. The last attempt is in the job's own row. Kept for 8 days.
create table ended_attempts (
  job_id uuid not null references jobs on delete cascade,
  attempt integer not null,
  worker text not null,
  outcome text not null check (outcome in ('fault', 'lost', 'requeued')),
  reason text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (job_id, attempt)
);

create index ended_attempts_time on ended_attempts (ended_at);

-- How many attempts of each worker ended how, by the minute. Written after the commit of what it counts, so a count may be
-- lost with a node. Kept for 8 days.
create table worker_minutes (
  minute timestamptz not null,
  worker text not null,
  completed integer not null default 0,
  blocked integer not null default 0,
  -- Attempts that ended in a fault, and those whose lease expired.
  faults integer not null default 0,
  lost integer not null default 0,
  -- Jobs that failed with the last of their attempts.
  failed integer not null default 0,
  primary key (minute, worker)
);

-- The operator's decision about a job that the output check blocked. The first one stands.
create table block_reviews (
  job_id uuid primary key references jobs,
  decision text not null check (decision in ('upheld', 'mistaken')),
  operator_id uuid not null references accounts,
  reviewed_at timestamptz not null
);

create index content_reports_decided on content_reports (resolved_at, id) where resolved_at is not null;

-- Who did it, if not the account itself.
alter table security_events add column operator_id uuid;

create index security_events_kind on security_events (kind, id);
create index security_events_network on security_events (network, id) where network is not null;
create index security_events_operator on security_events (operator_id, id) where operator_id is not null;
create index security_events_time on security_events (created_at, id);
