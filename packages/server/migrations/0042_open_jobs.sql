-- The live queue apart from the history. `jobs` keeps what was ordered and how it ended; `open_jobs` has a row for each job from
-- its acceptance to its end, with everything that the queue and the workers read and change. So a claim or a heartbeat rewrites
-- a short row, and the indexes of the queue are as large as the queue.

drop trigger jobs_counted_new on jobs;
drop trigger jobs_counted_changed on jobs;
drop trigger jobs_counted_deleted on jobs;
-- Positions and waits are read from `open_jobs` itself, so nothing counts the queue any more.
drop function count_new_jobs;
drop function count_changed_job;
drop table queue_changes, queue_segments, queue_arrivals;

create table open_jobs (
  id uuid primary key references jobs on delete cascade,
  account_id uuid not null,
  interface text not null check (interface in ('v1', 'job_api')),
  tier text check (tier in ('free', 'pro', 'max')),
  pool text not null check (pool in ('image', 'video')),
  kind text not null,
  mode text,
  width integer not null,
  height integer not null,
  frames integer,
  created_at timestamptz not null,

  -- The queue is served by sort key, lowest first: start-time fair queueing with a delay per priority.
  sort_key double precision not null,
  -- The sort key without the delay of the priority.
  virtual_start double precision not null,
  -- Seconds of a worker that the job was expected to take.
  service_cost real not null check (service_cost >= 0),

  state text not null default 'queued' check (state in ('queued', 'running')),
  -- The fencing token, incremented by every claim: only the worker with the latest attempt can end the job.
  attempt integer not null default 0,
  -- Attempts that ended in a fault; at the limit the job fails permanently.
  faults integer not null default 0,
  -- What the last fault was.
  error text,
  worker text,
  -- The token that claimed the latest attempt; null for the shared token.
  worker_token_id uuid references worker_tokens,
  -- SHA-256 of the secret that the worker of the latest attempt got with its lease.
  lease_secret_hash bytea,
  -- SHA-256 of the only manifest that was signed for the latest attempt.
  signed_digest bytea,
  started_at timestamptz,
  lease_until timestamptz,
  progress real not null default 0 check (progress between 0 and 1),
  progress_at timestamptz,
  stage text,

  -- An ephemeral job (zero retention): prompt, upload and result stay in the memory of the server process that has the
  -- caller's connection, its owning node. Null for every other job.
  owning_node_id uuid,
  -- Where workers reach the owning node; null when only workers that call it may claim the job.
  relay_url text,
  -- Extended by the node's heartbeats: after this time the caller is disconnected and the job is cancelled.
  node_alive_until timestamptz,

  -- Only waiting jobs have these, and each is the first column of one index: a statement that names one of them can read no
  -- other index of the queue, whatever PostgreSQL expects of its length. The pool whose queue the job waits in:
  waits_in text generated always as (case when state = 'queued' then pool end) stored,
  -- The capability that it waits for, by kind, mode and step of size. A claim reads the head of each that its worker has.
  waits_for text generated always as (
    case when state = 'queued' then kind || '/' || coalesce(mode, '-') || '/' || case
      when greatest(width, height) <= 1024 then '1024'
      when greatest(width, height) <= 1280 then '1280'
      when greatest(width, height) <= 2048 then '2048'
      else '16384' end end
  ) stored,

  constraint open_jobs_running_has_lease check ((state = 'running') = (lease_until is not null)),
  constraint open_jobs_tier_of_job_api check ((interface = 'v1') = (tier is null)),
  constraint open_jobs_ephemeral_has_node check ((owning_node_id is null) = (node_alive_until is null))
) with (fillfactor = 70);

insert into open_jobs (id, account_id, interface, tier, pool, kind, mode, width, height, frames, created_at, sort_key,
  virtual_start, service_cost, state, attempt, faults, error, worker, worker_token_id, lease_secret_hash, signed_digest,
  started_at, lease_until, progress, progress_at, stage, owning_node_id, relay_url, node_alive_until)
select id, account_id, case when tier is null then 'v1' else 'job_api' end, tier, pool, kind, mode, width, height, frames,
  created_at, sort_key, virtual_start, service_cost, state, attempt, faults, error, worker, worker_token_id,
  lease_secret_hash, signed_digest, started_at, lease_until, progress, progress_at, stage, owning_node_id, relay_url,
  node_alive_until
from jobs where state in ('queued', 'running');

create index open_jobs_claimable on open_jobs (waits_for, sort_key, id) where waits_for is not null;
create index open_jobs_order on open_jobs (waits_in, sort_key, id) where waits_in is not null;
create index open_jobs_of_account on open_jobs (account_id, interface, pool, virtual_start);
-- At most as many as the workers have slots.
create index open_jobs_running on open_jobs (id) where state = 'running';
create index open_jobs_ephemeral on open_jobs (node_alive_until) where owning_node_id is not null;

-- What the queue had in the table of all jobs.
drop index jobs_claimable, jobs_order, jobs_queued_of_account, jobs_leased, jobs_ephemeral, jobs_of_token;
alter table jobs
  drop constraint jobs_running_has_lease,
  drop constraint jobs_final_has_end,
  drop constraint jobs_ephemeral_has_node,
  drop constraint jobs_state_check,
  alter column state set default 'open',
  drop column sort_key, drop column virtual_start, drop column service_cost, drop column capability,
  drop column signed_digest, drop column lease_until, drop column progress, drop column progress_at, drop column stage,
  drop column relay_url, drop column node_alive_until;
-- Until its end a job has its attempt and its worker in `open_jobs`; then these are those of its last attempt.
update jobs set state = 'open', attempt = 0, faults = 0, error = null, worker = null, worker_token_id = null,
  lease_secret_hash = null, started_at = null
where state in ('queued', 'running');
alter table jobs
  add constraint jobs_state_check check (state in ('open', 'completed', 'failed', 'blocked')),
  add constraint jobs_ended_has_end check ((state = 'open') = (ended_at is null));

-- Jobs as they are now: an open one with its place in the queue and its attempt.
create view current_jobs as
select jobs.id, jobs.account_id, jobs.pool, jobs.kind, jobs.mode, jobs.prompt, jobs.prepared_prompt, jobs.seed, jobs.width,
  jobs.height, jobs.frames, jobs.sound, jobs.init_image_key, jobs.mark_tag, jobs.type, jobs.tier, jobs.asset_id,
  jobs.hidden_at, jobs.owning_node_id, jobs.priority, coalesce(open_jobs.state, jobs.state) as state,
  coalesce(open_jobs.attempt, jobs.attempt) as attempt, coalesce(open_jobs.faults, jobs.faults) as faults,
  coalesce(open_jobs.worker, jobs.worker) as worker,
  coalesce(open_jobs.worker_token_id, jobs.worker_token_id) as worker_token_id,
  coalesce(open_jobs.lease_secret_hash, jobs.lease_secret_hash) as lease_secret_hash,
  coalesce(open_jobs.started_at, jobs.started_at) as started_at, coalesce(open_jobs.error, jobs.error) as error,
  coalesce(open_jobs.progress, case jobs.state when 'completed' then 1 else 0 end)::real as progress,
  open_jobs.progress_at, open_jobs.stage, open_jobs.lease_until, open_jobs.sort_key, open_jobs.virtual_start,
  open_jobs.service_cost, open_jobs.relay_url, open_jobs.node_alive_until, jobs.block_category, jobs.artifact_key,
  jobs.artifact_mime, jobs.artifact_bytes, jobs.duration_seconds, jobs.engine, jobs.created_at, jobs.ended_at,
  jobs.deleted_at, jobs.webhook_url, jobs.failure_cause, jobs.traceparent
from jobs left join open_jobs on open_jobs.id = jobs.id;
