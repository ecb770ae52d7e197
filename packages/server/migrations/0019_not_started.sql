-- A model whose workers may sleep accepts orders without one. A job for which none starts fails free of charge.
alter table jobs
  drop constraint jobs_failure_cause_check,
  add constraint jobs_failure_cause_check check (failure_cause in ('storage', 'cancelled', 'not_started'));
