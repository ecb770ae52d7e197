-- The jobs whose bytes and prompt are still kept, by their end: what retention looks for.
create index jobs_kept on jobs (ended_at) where ended_at is not null and deleted_at is null;
