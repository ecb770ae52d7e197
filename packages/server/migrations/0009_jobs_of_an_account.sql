-- The jobs that the job API lists, newest first: ids are ordered by time. Deleted and expired jobs leave the index.
create index jobs_listed on jobs (account_id, id) where tier is not null and deleted_at is null;
