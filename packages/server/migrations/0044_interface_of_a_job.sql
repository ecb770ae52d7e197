-- The interface by which a job was ordered.
alter table jobs add column interface text generated always as (case when tier is null then 'v1' else 'job_api' end) stored;
alter table jobs
  alter column interface drop expression,
  alter column interface set not null,
  add constraint jobs_tier_of_job_api check ((interface = 'v1') = (tier is null)),
  -- The account in whose lists the job is, until it is deleted. It is the first column of one index: only a statement of a list
  -- names it, so no other statement reads that index, and no list reads another one.
  add column listed_by uuid generated always as (case when deleted_at is null then account_id end) stored;

drop index jobs_listed, jobs_listed_v1, jobs_of_account;
create index jobs_listed on jobs (listed_by, interface, id) where listed_by is not null;
create index jobs_of_account on jobs (account_id, created_at);

-- The open job is looked up by its key for each job that is read, whatever PostgreSQL expects of the length of the queue: `limit`
-- keeps it from joining the two as wholes.
drop view current_jobs;
create view current_jobs as
select jobs.id, jobs.account_id, jobs.listed_by, jobs.interface, jobs.pool, jobs.kind, jobs.mode, jobs.prompt,
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
