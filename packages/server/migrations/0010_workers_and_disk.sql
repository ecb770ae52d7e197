-- A token per worker, a secret per lease, and the bytes that each account has stored.

create table worker_tokens (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  -- SHA-256; the token itself is shown once and never stored.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  revoked_at timestamptz
);

-- A name may be used again after its token was revoked.
create unique index worker_tokens_name on worker_tokens (name) where revoked_at is null;

-- Null for a worker with the shared token.
alter table workers add column token_id uuid references worker_tokens;

alter table jobs
  -- SHA-256 of the secret that the worker of the latest attempt got with its lease.
  add column lease_secret_hash bytea,
  -- SHA-256 of the only manifest that was signed for the latest attempt.
  add column signed_digest bytea,
  -- The token that claimed the latest attempt; null for the shared token.
  add column worker_token_id uuid references worker_tokens;

create index jobs_of_token on jobs (worker_token_id) where state = 'running' and worker_token_id is not null;

-- Of a rejection that a worker reported with a token of its own: those of one token count only up to a limit.
alter table key_attempts add column worker_token_id uuid references worker_tokens;

-- Bytes of the results that are kept, of jobs of this interface.
alter table account_activity add column stored_bytes bigint not null default 0 check (stored_bytes >= 0);

update account_activity set stored_bytes = kept.bytes
from (
  select account_id, case when tier is null then 'v1' else 'job_api' end as interface, sum(artifact_bytes) as bytes
  from jobs where state = 'completed' and deleted_at is null group by 1, 2
) as kept
where kept.account_id = account_activity.account_id and kept.interface = account_activity.interface;

-- Null for the quota of the account's tier.
alter table account_limits add column stored_bytes bigint check (stored_bytes > 0);
