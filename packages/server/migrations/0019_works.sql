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
