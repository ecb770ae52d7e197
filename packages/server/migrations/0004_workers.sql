-- Workers, their tokens and what they have done, and the processes that run background tasks.

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

-- A worker is known by its token and its name: a worker with another token cannot take over its row, its counts or its
-- history. Null is the shared token, which is one token like any other.
create table workers (
  name text not null,
  token_id uuid references worker_tokens,
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
  -- How many jobs it renders at once, as it reports it.
  slots integer not null default 1 check (slots between 1 and 64),
  seen_at timestamptz not null,
  -- When the worker said that it stops; null while it requests leases.
  stopped_at timestamptz,
  constraint workers_identity unique nulls not distinct (name, token_id)
);

create index workers_of_token on workers (token_id);

-- How many attempts of each worker ended how, by the minute. Written after the commit of what it counts, so a count may be
-- lost with a node. Kept for 8 days.
create table worker_minutes (
  minute timestamptz not null,
  worker text not null,
  token_id uuid references worker_tokens,
  completed integer not null default 0,
  blocked integer not null default 0,
  -- Attempts that ended in a fault, and those whose lease expired.
  faults integer not null default 0,
  lost integer not null default 0,
  -- Jobs that failed with the last of their attempts.
  failed integer not null default 0,
  constraint worker_minutes_identity unique nulls not distinct (minute, worker, token_id)
);

-- Seconds that an attempt takes, by kind, mode, size and length: decaying averages.
create table service_times (
  class text primary key,
  seconds double precision not null check (seconds >= 0),
  -- Seconds for which it holds a slot of its worker; its result is delivered while the next job is rendered.
  held double precision not null check (held >= 0),
  measured integer not null default 1
);

-- Processes that run background tasks, with their last heartbeat. The tasks of a process without a recent heartbeat are
-- unlocked.
create table task_runners (
  id text primary key,
  seen_at timestamptz not null
);
