-- What is sold, an image or a video, is the medium; what is rendered is the operation. A pool is the workers that render one
-- medium, and their queue. Generated columns, checks and indexes follow by themselves.
drop view current_jobs;
alter table jobs rename column pool to medium;
alter table jobs rename column kind to operation;
alter table jobs rename constraint jobs_pool_check to jobs_medium_check;
alter table jobs rename constraint jobs_kind_check to jobs_operation_check;
alter table jobs rename constraint jobs_pool_of_kind to jobs_medium_of_operation;
alter table open_jobs rename column kind to operation;
alter table charges rename column kind to medium;
alter table charges rename constraint charges_kind_check to charges_medium_check;
alter table works rename column pool to medium;
alter table works rename constraint works_pool_check to works_medium_check;
alter index works_of_pool rename to works_of_medium;

-- A capability, as the worker reports it, is {operation, mode, longest_side}.
update workers set capabilities = (
  select coalesce(jsonb_agg(capability - 'kind' || jsonb_build_object('operation', capability -> 'kind') order by place), '[]')
  from jsonb_array_elements(capabilities) with ordinality as reported (capability, place)
);

create view current_jobs as
select jobs.id, jobs.account_id, jobs.listed_by, jobs.interface, jobs.medium, jobs.operation, jobs.mode, jobs.prompt,
  jobs.prepared_prompt, jobs.seed, jobs.width, jobs.height, jobs.frames, jobs.sound, jobs.init_image_key, jobs.mark_tag,
  jobs.type, jobs.tier, jobs.asset_id, jobs.hidden_at, jobs.owning_node_id, jobs.priority,
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
