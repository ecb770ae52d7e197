-- The job API: jobs of a tier, paid in credits; reports of content.

alter table jobs
  -- What was asked for, and the tier it was asked on; null for a job of the v1 interface.
  add column type text,
  add column tier text check (tier in ('free', 'pro', 'max')),
  -- The unguessable name of the result in its public address.
  add column asset_id uuid unique,
  -- Set while a report is looked at: the result is not shown.
  add column hidden_at timestamptz,
  add check ((tier is null) = (type is null)),
  add check ((tier is null) = (asset_id is null));

-- What a job of a tier costs in credits, of which a plan has so many a month. No money: the ledger knows none of it.
create table credit_charges (
  job_id uuid primary key references jobs,
  account_id uuid not null references accounts,
  -- Of acceptance, in UTC: what is put back goes back there.
  month date not null check (extract(day from month) = 1),
  credits integer not null check (credits >= 0),
  state text not null default 'held' check (state in ('held', 'settled', 'reversed'))
);

create index credit_charges_month on credit_charges (account_id, month) where credits > 0;

-- The two interfaces are limited each by itself.
alter table account_activity
  add column interface text not null default 'v1' check (interface in ('v1', 'job_api')),
  drop constraint account_activity_pkey,
  add primary key (account_id, interface);

create table content_reports (
  id uuid primary key,
  job_id uuid not null references jobs,
  reporter_id uuid not null references accounts,
  reason text not null check (length(reason) between 1 and 40),
  details text check (length(details) <= 4000),
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolution text check (resolution in ('kept', 'removed')),
  check ((resolved_at is null) = (resolution is null))
);

-- Told twice, it is one report.
create unique index content_reports_open on content_reports (job_id, reporter_id, reason) where resolved_at is null;
