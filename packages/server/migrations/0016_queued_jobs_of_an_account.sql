-- The last virtual start of an account's queued jobs, which the acceptance of its next job reads.
create index jobs_queued_of_account on jobs (account_id, pool, virtual_start) where state = 'queued';
