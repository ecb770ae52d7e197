-- The jobs that v1 lists, newest first, as jobs_listed does for the job API.
create index jobs_listed_v1 on jobs (account_id, id) where tier is null and deleted_at is null;
