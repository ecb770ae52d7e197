-- Generation jobs: the durable queue and the record of what was rendered.

create table jobs (
  id uuid primary key,
  account_id uuid not null references accounts,
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
  -- Where workers reach the owning node; null when only workers that call it may claim the job.
  relay_url text,
  -- Extended by the node's heartbeats: after this time the caller is disconnected and the job is cancelled.
  node_alive_until timestamptz,

  -- The queue is served by sort key, lowest first: start-time fair queueing with a delay per priority.
  priority smallint not null default 10 check (priority in (0, 10, 20)),
  sort_key double precision not null default 0,
  -- The sort key without the delay of the priority.
  virtual_start double precision not null default 0,
  -- Seconds of a worker that the job was expected to take.
  service_cost real not null default 0 check (service_cost >= 0),
  -- The capability that a worker needs, by kind, mode and step of size. A claim reads the head of each capability
  -- of its worker.
  capability text not null generated always as (
    kind || '/' || coalesce(mode, '-') || '/' || case
      when greatest(width, height) <= 1024 then '1024'
      when greatest(width, height) <= 1280 then '1280'
      when greatest(width, height) <= 2048 then '2048'
      else '16384' end
  ) stored,

  state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'blocked')),
  -- The fencing token, incremented by every claim: only the worker with the latest attempt can end the job.
  attempt integer not null default 0,
  -- Attempts that ended in a fault; at the limit the job fails permanently.
  faults integer not null default 0,
  worker text,
  lease_until timestamptz,
  progress real not null default 0 check (progress between 0 and 1),
  stage text,
  error text,
  block_category text,

  artifact_key text,
  artifact_mime text,
  artifact_bytes bigint,
  duration_seconds double precision,
  engine text,

  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- Set by DELETE and by retention: the job is 404 from then on and no late result revives it.
  deleted_at timestamptz,

  constraint jobs_pool_of_kind check ((pool = 'video') = (kind in ('video', 'i2v'))),
  constraint jobs_running_has_lease check ((state = 'running') = (lease_until is not null)),
  constraint jobs_final_has_end check ((state in ('completed', 'failed', 'blocked')) = (ended_at is not null)),
  constraint jobs_completed_has_artifact
    check (state <> 'completed' or deleted_at is not null or artifact_key is not null),
  constraint jobs_tier_has_type check ((tier is null) = (type is null)),
  constraint jobs_tier_has_asset check ((tier is null) = (asset_id is null)),
  constraint jobs_ephemeral_has_node check ((owning_node_id is null) = (node_alive_until is null)),
  constraint jobs_ephemeral_stores_nothing check (owning_node_id is null
    or (prompt is null and prepared_prompt is null and init_image_key is null and artifact_key is null))
);

create index jobs_account on jobs (account_id, created_at);
create index jobs_waiting on jobs (capability, sort_key, id) where state = 'queued';
create index jobs_order on jobs (pool, sort_key, id) where state = 'queued';
create index jobs_leased on jobs (lease_until) where state = 'running';
create index jobs_ephemeral on jobs (node_alive_until) where owning_node_id is not null and ended_at is null;
-- Jobs whose bytes and prompt are still kept, by their end: what retention reads.
create index jobs_kept on jobs (ended_at) where ended_at is not null and deleted_at is null;
create index jobs_marked on jobs (mark_tag) where mark_tag is not null;

create table idempotency_keys (
  account_id uuid not null references accounts,
  key text not null,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- The response as it was sent; a replay is identical byte for byte.
  answer json not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);

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
  primary key (account_id, interface)
);

create table workers (
  name text primary key,
  pools text[] not null,
  engine text not null,
  engine_version text not null,
  -- [{kind, mode, longest_side}], as the worker reports them.
  capabilities jsonb not null,
  -- Whether it may claim ephemeral jobs.
  supports_zero_retention boolean not null,
  gpu text not null,
  vram_free_gb real not null,
  queue_size integer not null,
  seen_at timestamptz not null
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

create index credit_charges_month on credit_charges (account_id, month) where credits > 0;

create table content_reports (
  id uuid primary key,
  job_id uuid not null references jobs,
  reporter_id uuid not null references accounts,
  reason text not null check (length(reason) between 1 and 40),
  details text check (length(details) <= 4000),
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolution text check (resolution in ('kept', 'removed')),
  constraint content_reports_resolved check ((resolved_at is null) = (resolution is null))
);

-- A report that is sent twice is one report.
create unique index content_reports_open on content_reports (job_id, reporter_id, reason) where resolved_at is null;
