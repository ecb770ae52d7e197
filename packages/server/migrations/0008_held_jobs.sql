-- Zero retention: prompt, picture and result stay in the memory of the server that holds the caller's connection.

alter table jobs
  -- That server's process; null for every other job.
  add column held_by uuid,
  -- Where workers reach it; null when only its own workers may take the job.
  add column relay_url text,
  -- Its sign of life: past this the caller is gone, and the job with it.
  add column held_until timestamptz,
  add check ((held_by is null) = (held_until is null)),
  add check (held_by is null or (prompt is null and prepared_prompt is null and init_image_key is null and artifact_key is null));

create index jobs_held on jobs (held_until) where held_by is not null and ended_at is null;
