-- What a job cost the operator, in US cents: what its attempts cost, added up; null while nothing of that is known. It is recorded when
-- an attempt ends, so that a change of the catalogue or of a worker changes nothing of the past.
alter table open_jobs add column cost_cents numeric check (cost_cents >= 0);
alter table jobs add column cost_cents numeric check (cost_cents >= 0);
alter table ended_attempts add column cost_cents numeric check (cost_cents >= 0);

-- For the sums of a day. A job gets its end about when it is written, so an index of ranges of pages suffices, and costs next to nothing.
-- Only the statement of the sums names the expression, so no other statement reads it.
create index jobs_ended on jobs using brin ((ended_at at time zone 'UTC')) with (autosummarize = on);

-- What the jobs of a model that ended on a UTC day earned and cost; written once the day is over.
create table margin_days (
  day date not null,
  model text not null,
  medium text not null check (medium in ('image', 'video')),
  -- Delivered jobs that were paid by the order, and those that were included in a plan or in a free tier.
  sold integer not null,
  included integer not null,
  -- Jobs without a result: failed, blocked or cancelled.
  undelivered integer not null,
  revenue_cents bigint not null,
  -- Of all three.
  cost_cents numeric not null,
  included_cost_cents numeric not null,
  undelivered_cost_cents numeric not null,
  -- Delivered jobs whose cost nobody knows.
  without_cost integer not null,
  primary key (day, model, medium)
);

-- The latest UTC day that is in margin_days, with all days before it; null before the first.
create table margin_closing (
  is_only boolean primary key default true check (is_only),
  closed_on date
);

insert into margin_closing default values;
