-- A worker leases the next job shortly before its renderer has ended the present one. Such a job has a lease and is still queued:
-- it runs once a heartbeat says that the renderer began with it.
drop view current_jobs;
alter table open_jobs
  drop constraint open_jobs_running_has_lease,
  drop column waits_for,
  add constraint open_jobs_running_has_lease check (state = 'queued' or lease_until is not null),
  add column waits_for text generated always as (
    case when lease_until is null then kind || '/' || coalesce(mode, '-') || '/' || case
      when greatest(width, height) <= 1024 then '1024'
      when greatest(width, height) <= 1280 then '1280'
      when greatest(width, height) <= 2048 then '2048'
      else '16384' end end
  ) stored,
  -- When a claim first took a job whose model was loaded instead of this one, whose turn it was.
  add column passed_at timestamptz;
-- What the values of waits_for begin with for the model that the worker has loaded; null for one whose models need no loading.
alter table workers add column loaded text;
create index open_jobs_claimable on open_jobs (waits_for, sort_key, id) where waits_for is not null;
drop index open_jobs_running;
-- At most twice as many as the workers have slots.
create index open_jobs_leased on open_jobs (id) where lease_until is not null;

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
