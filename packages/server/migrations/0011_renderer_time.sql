-- What the renderers of each worker did, in milliseconds by the minute of the report, all slots together.
alter table worker_minutes
  add column rendering_ms integer not null default 0,
  add column loading_ms integer not null default 0,
  add column waiting_for_jobs_ms integer not null default 0,
  -- Waits for the service, by reason.
  add column leasing_ms integer not null default 0,
  add column preparing_ms integer not null default 0,
  add column delivering_ms integer not null default 0,
  add column renderer_not_ready_ms integer not null default 0,
  add column server_unreachable_ms integer not null default 0;

-- {run, reported, counted, at, spareMs}: what the worker last reported of its renderers, and what was counted of all reports.
alter table workers add column renderer jsonb;
