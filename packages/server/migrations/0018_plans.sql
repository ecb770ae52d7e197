-- The responses to expired idempotency keys are found without reading those of the last day.
create index idempotency_keys_created on idempotency_keys (created_at);

-- A plan made while the queue was empty expects one row of each index of queued jobs, and may take any of them. A statement
-- can use only the index whose condition it repeats, so it never reads the whole queue by another.
drop index jobs_waiting;
drop index jobs_order;
drop index jobs_queued_of_account;
create index jobs_waiting on jobs (capability, sort_key, id) where state = 'queued' and sort_key > '-infinity';
create index jobs_order on jobs (pool, sort_key, id) where state = 'queued' and sort_key > '-infinity';
create index jobs_queued_of_account on jobs (account_id, pool, virtual_start)
  where state = 'queued' and virtual_start > '-infinity';
