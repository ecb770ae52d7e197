-- What must not be shown, for models that take it. Null once purged, and for an ephemeral job, as the prompt.
alter table jobs add column negative_prompt text;
alter table jobs add constraint jobs_ephemeral_stores_no_negative_prompt
  check (owning_node_id is null or negative_prompt is null);
-- Whether the job has one, also of an ephemeral job: only workers that render with it claim the job.
alter table open_jobs add column needs_negative_prompt boolean not null default false;

drop view current_jobs;
create view current_jobs as
select jobs.id, jobs.account_id, jobs.listed_by, jobs.interface, jobs.medium, jobs.operation, jobs.model, jobs.prompt,
  jobs.prepared_prompt, jobs.negative_prompt, jobs.seed, jobs.width, jobs.height, jobs.frames, jobs.frames_per_second, jobs.sound,
  jobs.init_image_key, jobs.mark_tag, jobs.type, jobs.tier, jobs.asset_id, jobs.hidden_at, jobs.owning_node_id, jobs.priority,
  coalesce(open.state, jobs.state) as state, coalesce(open.attempt, jobs.attempt) as attempt,
  coalesce(open.faults, jobs.faults) as faults, coalesce(open.worker, jobs.worker) as worker,
  coalesce(open.worker_token_id, jobs.worker_token_id) as worker_token_id,
  coalesce(open.lease_secret_hash, jobs.lease_secret_hash) as lease_secret_hash,
  coalesce(open.started_at, jobs.started_at) as started_at, coalesce(open.error, jobs.error) as error,
  coalesce(open.progress, case jobs.state when 'completed' then 1 else 0 end)::real as progress, open.progress_at,
  open.stage, open.lease_until, open.sort_key, open.virtual_start, open.service_cost, open.relay_url,
  open.node_alive_until, jobs.block_category, jobs.artifact_key, jobs.artifact_mime, jobs.artifact_bytes,
  jobs.duration_seconds, jobs.engine, jobs.created_at, jobs.ended_at, jobs.deleted_at, jobs.webhook_url,
  jobs.failure_cause, jobs.traceparent
from jobs left join lateral (select * from open_jobs where open_jobs.id = jobs.id limit 1) as open on true;
