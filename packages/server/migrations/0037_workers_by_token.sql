-- A worker is known by its token and its name: a worker with another token cannot take over its row, its counts or its
-- history. Null is the shared token, which is one token like any other.
alter table workers drop constraint workers_pkey;
alter table workers add constraint workers_identity unique nulls not distinct (name, token_id);
create index workers_of_token on workers (token_id);

alter table worker_minutes add column token_id uuid references worker_tokens;
alter table worker_minutes drop constraint worker_minutes_pkey;
alter table worker_minutes add constraint worker_minutes_identity unique nulls not distinct (minute, worker, token_id);

alter table ended_attempts add column token_id uuid references worker_tokens;
