-- Zero retention: prompt, picture and result stay in the memory of the server that has the caller's connection,
-- the owning node of such an ephemeral job.

alter table jobs
  -- That process; null for every other job.
  add column owning_node_id uuid,
  -- Where workers reach it; null when only workers that ask it may take the job.
  add column relay_url text,
  -- Renewed by its heartbeats: past this the caller is gone, and the job with it.
  add column node_alive_until timestamptz,
  add check ((owning_node_id is null) = (node_alive_until is null)),
  add check (owning_node_id is null or (prompt is null and prepared_prompt is null and init_image_key is null
    and artifact_key is null));

create index jobs_ephemeral on jobs (node_alive_until) where owning_node_id is not null and ended_at is null;
