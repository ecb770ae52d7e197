-- Generation jobs: the durable queue and the record of what was made.

create table jobs (
  id uuid primary key,
  account_id uuid not null references accounts,
  pool text not null check (pool in ('image', 'video')),
  kind text not null check (kind in ('image', 'video')),
  mode text check (mode in ('fast', 'quality', 'cinema')),
  -- Null once purged.
  prompt text,
  seed integer not null check (seed >= 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  frames integer check (frames > 0),
  sound boolean not null,
  -- Key of the uploaded picture among the blobs, for image-to-video.
  init_image_key text,

  state text not null default 'queued' check (state in ('queued', 'running', 'completed', 'failed', 'blocked')),
  -- Raised by every claim: only the worker with the latest attempt can end the job.
  attempt integer not null default 0,
  -- Attempts that ended in a fault; the job fails for good at the limit.
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

  check ((state = 'running') = (lease_until is not null)),
  check ((state in ('completed', 'failed', 'blocked')) = (ended_at is not null)),
  check (state <> 'completed' or deleted_at is not null or artifact_key is not null)
);

create index jobs_waiting on jobs (pool, created_at, id) where state = 'queued';
create index jobs_leased on jobs (lease_until) where state = 'running';

create table idempotency_keys (
  account_id uuid not null references accounts,
  key text not null,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- As it was sent, to be sent again to the letter.
  answer json not null,
  created_at timestamptz not null,
  primary key (account_id, key)
);

create table workers (
  name text primary key,
  pools text[] not null,
  engine text not null,
  engine_version text not null,
  kinds text[] not null,
  modes text[] not null,
  gpu text not null,
  vram_free_gb real not null,
  queue_size integer not null,
  seen_at timestamptz not null
);
