-- The clocks of the queue, and counters from which positions and waits are read without counting jobs.

-- The virtual time of each pool, in seconds of service. It also advances with the time of day, so no job starves.
create table queue_clocks (
  pool text primary key check (pool in ('image', 'video')),
  virtual_time double precision not null,
  at timestamptz not null
);

insert into queue_clocks (pool, virtual_time, at) values ('image', 0, now()), ('video', 0, now());

-- Jobs that joined or left the queue since they were last counted. Rows are only inserted, so acceptances and claims
-- never wait for each other here.
create table queue_changes (
  pool text not null,
  sort_key double precision not null,
  -- Of a new job; null for one that is queued again or leaves the queue.
  virtual_start double precision,
  jobs integer not null,
  seconds double precision not null
);

-- The number of queued jobs from `lower` up to the next segment, and their expected seconds of service.
create table queue_segments (
  pool text not null,
  lower double precision not null,
  jobs bigint not null,
  seconds double precision not null,
  primary key (pool, lower)
);

insert into queue_segments (pool, lower, jobs, seconds) select pool, '-infinity', 0, 0 from queue_clocks;

-- Seconds of service per second that new jobs require, by the delay of their priority: a decaying average.
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

-- Seconds that an attempt takes, by kind, mode, size and length: a decaying average.
create table service_times (
  class text primary key,
  seconds double precision not null check (seconds >= 0),
  measured integer not null default 1
);
