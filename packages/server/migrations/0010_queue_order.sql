-- The order of the queue: one sortable number for each job, and counters that say how many go before it.

-- The virtual time of each pool, in seconds of service. It never stands still: it also moves with the time.
create table queue_clocks (
  pool text primary key check (pool in ('image', 'video')),
  virtual_time double precision not null,
  at timestamptz not null
);

insert into queue_clocks (pool, virtual_time, at) values ('image', 0, now()), ('video', 0, now());

alter table jobs
  add column priority smallint not null default 10 check (priority in (0, 10, 20)),
  -- The lowest goes first. What waited before this migration is older and stays in order of id.
  add column sort_key double precision not null default 0,
  -- The sort key without the delay of the priority.
  add column virtual_start double precision not null default 0,
  -- Seconds of a worker that the job was expected to take.
  add column service_cost real not null default 0 check (service_cost >= 0),
  -- What a worker must be able to do, by kind, mode and step of size: a claim reads the head of each that it can.
  add column capability text not null generated always as (
    kind || '/' || coalesce(mode, '-') || '/' || case
      when greatest(width, height) <= 1024 then '1024'
      when greatest(width, height) <= 1280 then '1280'
      when greatest(width, height) <= 2048 then '2048'
      else '16384' end
  ) stored;

drop index jobs_waiting;
create index jobs_waiting on jobs (capability, sort_key, id) where state = 'queued';
create index jobs_order on jobs (pool, sort_key, id) where state = 'queued';

alter table account_activity
  -- The earliest virtual start of the account's next job in each pool.
  add column image_virtual_finish double precision not null default 0,
  add column video_virtual_finish double precision not null default 0;

-- Jobs that came to wait or wait no longer since they were last counted. Rows are only added, so that nobody who
-- accepts or claims waits for somebody else.
create table queue_changes (
  pool text not null,
  sort_key double precision not null,
  -- Of a new job; null for one that is queued again or leaves the queue.
  virtual_start double precision,
  jobs integer not null,
  seconds double precision not null
);

-- How many jobs wait from `lower` up to the next one's, and the service they are expected to take.
create table queue_segments (
  pool text not null,
  lower double precision not null,
  jobs bigint not null,
  seconds double precision not null,
  primary key (pool, lower)
);

insert into queue_segments (pool, lower, jobs, seconds)
select queue_clocks.pool, '-infinity', count(jobs.id), 0
from queue_clocks left join jobs on jobs.pool = queue_clocks.pool and state = 'queued' group by 1;

-- Seconds of service a second that new jobs ask for, by the delay of their priority: an average that forgets.
create table queue_arrivals (
  pool text not null,
  delay integer not null,
  load double precision not null,
  at timestamptz not null,
  primary key (pool, delay)
);

create function count_new_jobs() returns trigger language plpgsql as $$
begin
  insert into queue_changes (pool, sort_key, virtual_start, jobs, seconds)
  select pool, sort_key, virtual_start, 1, service_cost from added where state = 'queued';
  return null;
end
$$;

create function count_changed_job() returns trigger language plpgsql as $$
begin
  if old.state = 'queued' then
    insert into queue_changes (pool, sort_key, jobs, seconds)
    values (old.pool, old.sort_key, -1, -old.service_cost);
  end if;
  if tg_op = 'UPDATE' and new.state = 'queued' then
    insert into queue_changes (pool, sort_key, jobs, seconds)
    values (new.pool, new.sort_key, 1, new.service_cost);
  end if;
  return null;
end
$$;

create trigger jobs_counted_new after insert on jobs
  referencing new table as added for each statement execute function count_new_jobs();
create trigger jobs_counted_changed after update of state, pool, sort_key, service_cost on jobs for each row
  when ((old.state = 'queued') is distinct from (new.state = 'queued')
    or new.state = 'queued'
      and (old.pool, old.sort_key, old.service_cost) is distinct from (new.pool, new.sort_key, new.service_cost))
  execute function count_changed_job();
create trigger jobs_counted_deleted after delete on jobs for each row
  when (old.state = 'queued') execute function count_changed_job();

-- Seconds that an attempt takes, by kind, mode, size and length: an average that forgets.
create table service_times (
  class text primary key,
  seconds double precision not null check (seconds >= 0),
  measured integer not null default 1
);
