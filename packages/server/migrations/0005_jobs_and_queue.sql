-- Jobs, the queue of those that are open, and what acceptance reads and writes beside them.

-- What was ordered and how it ended. `open_jobs` has a row for each job from its acceptance to its end, with everything that the
-- queue and the workers read and change. So a claim or a heartbeat rewrites a short row, and the indexes of the queue are as
-- large as the queue.
create table jobs (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- The interface by which it was ordered.
  interface text not null,
  pool text not null check (pool in ('image', 'video')),
  kind text not null check (kind in ('image', 'i2i', 'upscale', 'upscale_pro', 'video', 'i2v')),
  mode text check (mode in ('fast', 'quality', 'cinema')),
  -- Null once purged, and for an ephemeral job.
  prompt text,
  -- The prompt that the engine receives, where a mode prepares it. Null once purged.
  prepared_prompt text,
  seed integer not null check (seed >= 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  frames integer check (frames > 0),
  sound boolean not null,
  -- Key of the uploaded image among the blobs.
  init_image_key text,
  -- The job tag in the watermark of an image; jobs for the same image share it.
  mark_tag text check (mark_tag ~ '^[0-9a-f]{7}$'),
  priority smallint not null default 10 check (priority in (0, 10, 20)),
  -- Where the event of the job's end goes, if its order says so. Null once purged.
  webhook_url text,
  -- The trace context (W3C traceparent) while traces are exported.
  traceparent text check (length(traceparent) = 55),

  -- The job API: what was requested, and the tier it was requested on. Null for a job of the v1 interface.
  type text,
  tier text check (tier in ('free', 'pro', 'max')),
  -- The unguessable name of the result in its public address.
  asset_id uuid unique,
  -- Set while a report is under review: the result is not shown.
  hidden_at timestamptz,

  -- An ephemeral job (zero retention): prompt, upload and result stay in the memory of the server process that has the
  -- caller's connection, its owning node. Null for every other job.
  owning_node_id uuid,

  state text not null default 'open' check (state in ('open', 'completed', 'failed', 'blocked')),
  -- Those of its last attempt; until the end of the job they are in `open_jobs`.
  attempt integer not null default 0,
  faults integer not null default 0,
  worker text,
  worker_token_id uuid references worker_tokens,
  lease_secret_hash bytea,
  started_at timestamptz,
  error text,
  block_category text,
  -- Why a job failed, where its owner should know: its result was rendered and could not be stored, or it was cancelled.
  failure_cause text check (failure_cause in ('storage', 'cancelled')),

  artifact_key text,
  artifact_mime text,
  artifact_bytes bigint,
  duration_seconds double precision,
  engine text,

  created_at timestamptz not null,
  ended_at timestamptz,
  -- Set by DELETE and by retention: the job is 404 from then on and no late result revives it.
  deleted_at timestamptz,
  -- The account in whose lists the job is, until it is deleted. It is the first column of one index: only a statement of a list
  -- names it, so no other statement reads that index, and no list reads another one.
  listed_by uuid generated always as (case when deleted_at is null then account_id end) stored,

  constraint jobs_pool_of_kind check ((pool = 'video') = (kind in ('video', 'i2v'))),
  constraint jobs_ended_has_end check ((state = 'open') = (ended_at is null)),
  constraint jobs_completed_has_artifact
    check (state <> 'completed' or deleted_at is not null or artifact_key is not null),
  constraint jobs_only_failed_has_cause check (failure_cause is null or state = 'failed'),
  constraint jobs_tier_of_job_api check ((interface = 'v1') = (tier is null)),
  constraint jobs_tier_has_type check ((tier is null) = (type is null)),
  constraint jobs_tier_has_asset check ((tier is null) = (asset_id is null)),
  constraint jobs_ephemeral_stores_nothing check (owning_node_id is null
    or (prompt is null and prepared_prompt is null and init_image_key is null and artifact_key is null))
);

create index jobs_of_account on jobs (account_id, created_at);
-- What an interface lists, newest first: ids are ordered by time.
create index jobs_listed on jobs (listed_by, interface, id) where listed_by is not null;
-- Jobs whose bytes and prompt are still kept, by their end: what retention reads.
create index jobs_kept on jobs (ended_at) where ended_at is not null and deleted_at is null;
create index jobs_marked on jobs (mark_tag) where mark_tag is not null;
-- Jobs without a result are few, and are what an operator looks for.
create index jobs_undelivered on jobs (id) where state in ('failed', 'blocked');

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
  -- When the progress last rose; null before it does. Expected ends are computed from it.
  progress_at timestamptz,
  stage text,

  -- Of an ephemeral job, as in `jobs`.
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

create index open_jobs_claimable on open_jobs (waits_for, sort_key, id) where waits_for is not null;
create index open_jobs_order on open_jobs (waits_in, sort_key, id) where waits_in is not null;
create index open_jobs_of_account on open_jobs (account_id, interface, pool, virtual_start);
-- At most as many as the workers have slots.
create index open_jobs_running on open_jobs (id) where state = 'running';
create index open_jobs_ephemeral on open_jobs (node_alive_until) where owning_node_id is not null;

-- Jobs as they are now: an open one with its place in the queue and its attempt. The open job is looked up by its key for each
-- job that is read, whatever PostgreSQL expects of the length of the queue: `limit` keeps it from joining the two as wholes.
create view current_jobs as
select jobs.id, jobs.account_id, jobs.listed_by, jobs.interface, jobs.pool, jobs.kind, jobs.mode, jobs.prompt,
  jobs.prepared_prompt, jobs.seed, jobs.width, jobs.height, jobs.frames, jobs.sound, jobs.init_image_key, jobs.mark_tag,
  jobs.type, jobs.tier, jobs.asset_id, jobs.hidden_at, jobs.owning_node_id, jobs.priority,
  coalesce(open.state, jobs.state) as state, coalesce(open.attempt, jobs.attempt) as attempt,
  coalesce(open.faults, jobs.faults) as faults, coalesce(open.worker, jobs.worker) as worker,
  coalesce(open.worker_token_id, jobs.worker_token_id) as worker_token_id,
  coalesce(open.lease_secret_hash, jobs.lease_secret_hash) as lease_secret_hash,
  coalesce(open.started_at, jobs.started_at) as started_at, coalesce(open.error, jobs.error) as error,
  coalesce(open.progress, case jobs.state when 'completed' then 1 else 0 end)::real as progress, open.progress_at,
  open.stage, open.lease_until, open.sort_key, open.virtual_start, open.service_cost, open.relay_url,
  open.node_alive_until, jobs.block_category, jobs.artifact_key, jobs.artifact_mime, jobs.artifact_bytes,
  jobs.duration_seconds, jobs.engine, jobs.created_at, jobs.ended_at, jobs.deleted_at, jobs.webhook_url,
  jobs.failure_cause, jobs.traceparent
from jobs left join lateral (select * from open_jobs where open_jobs.id = jobs.id limit 1) as open on true;

-- Attempts that ended without an end of their job's: with a fault, by a lost lease, or because the operator queued the job
-- again. The last attempt is in the job's own row. Kept for 8 days.
create table ended_attempts (
  job_id uuid not null references jobs on delete cascade,
  attempt integer not null,
  worker text not null,
  token_id uuid references worker_tokens,
  outcome text not null check (outcome in ('fault', 'lost', 'requeued')),
  reason text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (job_id, attempt)
);

create index ended_attempts_time on ended_attempts (ended_at);

-- The virtual time of each pool, in seconds of service. It also advances with the time of day, so no job starves.
create table queue_clocks (
  pool text primary key check (pool in ('image', 'video')),
  virtual_time double precision not null,
  at timestamptz not null
);

insert into queue_clocks (pool, virtual_time, at) values ('image', 0, now()), ('video', 0, now());

create table idempotency_keys (
  account_id uuid not null references accounts,
  key text not null,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- The response as it was sent; a replay is identical byte for byte.
  answer json not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);

-- The responses to expired idempotency keys are found without reading those of the last day.
create index idempotency_keys_created on idempotency_keys (created_at);

-- Recent requests of an account, for its request limits, by interface. Locked by its funding row.
create table account_activity (
  account_id uuid not null references accounts,
  interface text not null default 'v1' check (interface in ('v1', 'job_api')),
  -- Generate calls of the last minute: pairs of a second of the Unix epoch and a count, oldest first.
  recent_calls json not null default '[]',
  -- The UTC day that the counters below belong to.
  day date not null,
  images integer not null default 0 check (images >= 0),
  videos integer not null default 0 check (videos >= 0),
  -- Queued and running jobs; counting them at every acceptance would cost more the longer the queue is.
  open_jobs integer not null default 0 check (open_jobs >= 0),
  -- The earliest virtual start of the account's next job in each pool.
  image_virtual_finish double precision not null default 0,
  video_virtual_finish double precision not null default 0,
  -- Bytes of the results that are kept, of jobs of this interface.
  stored_bytes bigint not null default 0 check (stored_bytes >= 0),
  primary key (account_id, interface)
);

-- The price of a job API job in credits, of which a plan has a number per month. Credits are not money and are not
-- in the ledger.
create table credit_charges (
  job_id uuid primary key references jobs,
  account_id uuid not null references accounts,
  -- The UTC month of acceptance; a reversal counts there too.
  month date not null check (extract(day from month) = 1),
  credits integer not null check (credits >= 0),
  state text not null default 'held' check (state in ('held', 'settled', 'reversed'))
);

-- Each order of the job API sums up the credits that its account has used in the month. What was ordered and deleted is not
-- among them, and somebody who does that all day has many such rows.
create index credit_charges_used on credit_charges (account_id, month) where credits > 0 and state <> 'reversed';

-- Results that their owners published on the explore page. A work has a copy of the result and of its prompt, so it
-- outlives its job's 7 days, until its owner withdraws it.
create table works (
  -- Ordered by time: the page of works is read by it.
  id uuid primary key,
  job_id uuid not null unique references jobs,
  account_id uuid not null references accounts,
  -- The public name, which is that of the job's result.
  asset_id uuid not null unique,
  pool text not null check (pool in ('image', 'video')),
  prompt text not null,
  -- The words of the prompt without case and accents, one space between them.
  search_words text not null,
  search tsvector not null generated always as (to_tsvector('simple', search_words)) stored,
  artifact_key text not null,
  preview_key text,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  duration_seconds double precision,
  published_at timestamptz not null
);

create index works_of_account on works (account_id, id);
create index works_of_pool on works (pool, id);
create index works_search on works using gin (search);
