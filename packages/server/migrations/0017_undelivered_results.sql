-- Why a job failed, where its owner should know: its result was rendered and could not be stored.
alter table jobs add column failure_cause text
  constraint jobs_failure_cause_check check (failure_cause = 'storage');
alter table jobs add constraint jobs_only_failed_has_cause check (failure_cause is null or state = 'failed');
