-- The index of all jobs of an account gets a condition that only statements about all of them repeat. While the table had few
-- rows, PostgreSQL took it for the last queued job of an account, or for one job by its id and account, and kept that plan:
-- each such statement then read every job of the account until the table was analysed.
create index jobs_of_account on jobs (account_id, created_at) where created_at > '-infinity';
drop index jobs_account;
