-- A model whose workers may sleep accepts orders without one. A job for which none starts fails free of charge.
alter table jobs
  drop constraint jobs_failure_cause_check,
  add constraint jobs_failure_cause_check check (failure_cause in ('storage', 'cancelled', 'not_started'));

-- Until when the first worker of such a job must have been there; null for every other job, and once one has been.
alter table open_jobs add column start_by timestamptz;
create index open_jobs_start_by on open_jobs (start_by) where start_by is not null;
