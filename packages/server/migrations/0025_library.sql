-- What a person keeps beyond the seven days of a job, and how it is found.

-- The words of the prompt of a job of the job API, as in `works`; null once purged, and for a job of v1. There is no index: a search
-- reads the jobs of one account, and every order would pay for one.
alter table jobs add column search_words text;

-- The copy of a result that its owner keeps, until the owner deletes it. Everything else that is shown of it is in its job's row, which
-- stays. The id is also its unguessable public name.
create table kept_results (
  id uuid primary key,
  job_id uuid not null unique references jobs,
  account_id uuid not null references accounts,
  prompt text not null,
  search_words text not null,
  artifact_key text not null,
  -- Counted in `account_activity` with the results of jobs.
  bytes bigint not null check (bytes > 0),
  kept_at timestamptz not null
);

-- In the order of the gallery, which is that of the jobs.
create index kept_results_of_account on kept_results (account_id, job_id);

-- Named by the person; the one of the favourites has no name.
create table collections (
  id uuid primary key,
  account_id uuid not null references accounts,
  name text check (length(name) between 1 and 80),
  created_at timestamptz not null
);

create index collections_of_account on collections (account_id, id);
create unique index collections_favourites on collections (account_id) where name is null;

-- By job, so that a result stays where it is when it is kept.
create table collected_results (
  collection_id uuid not null references collections on delete cascade,
  job_id uuid not null references jobs,
  primary key (collection_id, job_id)
);

create index collected_results_of_job on collected_results (job_id);

-- Drafts of the studio that a person saved: prompt and settings, without an image.
create table templates (
  id uuid primary key,
  account_id uuid not null references accounts,
  name text not null check (length(name) between 1 and 80),
  draft json not null,
  created_at timestamptz not null
);

create index templates_of_account on templates (account_id, id);
