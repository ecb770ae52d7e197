-- Positions and waits are read from `open_jobs` itself, so nothing counts the queue any more.
drop trigger open_jobs_counted_new on open_jobs;
drop trigger open_jobs_counted_changed on open_jobs;
drop trigger open_jobs_counted_deleted on open_jobs;
drop function count_new_jobs;
drop function count_changed_job;
drop table queue_changes, queue_segments, queue_arrivals;

-- Seconds for which an attempt holds a slot of its worker; its result is delivered while the next job is rendered.
alter table service_times add column held double precision check (held >= 0);
update service_times set held = seconds;
alter table service_times alter column held set not null;
