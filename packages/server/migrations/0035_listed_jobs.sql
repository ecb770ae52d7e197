-- The indexes of the lists get a condition that only the lists repeat. A poll finds jobs by their ids under the other conditions,
-- and where few jobs were kept when it was planned, PostgreSQL read such an index as a whole for it.
drop index jobs_listed;
drop index jobs_listed_v1;
create index jobs_listed on jobs (account_id, id) where tier is not null and deleted_at is null and kind > '';
create index jobs_listed_v1 on jobs (account_id, id) where tier is null and deleted_at is null and kind > '';
