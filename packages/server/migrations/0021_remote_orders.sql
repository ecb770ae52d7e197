-- What workers ordered from renderers that bill: known before anything waits for it, so that another attempt goes on with it instead
-- of ordering again. Kept for 8 days after the attempt.
create table remote_orders (
  job_id uuid not null references jobs on delete cascade,
  -- From 1. The idempotency key at the renderer is made of both.
  number integer not null check (number > 0),
  -- The account at the renderer: its host, and a short hash of the address and the credentials.
  account text not null check (length(account) between 1 and 200),
  -- What the renderer calls it, once it said so.
  remote_id text check (length(remote_id) between 1 and 500),
  -- The last attempt that sent it or went on with it, and how often it was sent. One that was sent twice may be billed twice.
  attempt integer not null,
  sent integer not null default 1 check (sent > 0),
  ordered_at timestamptz not null,
  -- When a worker said that the renderer will deliver nothing.
  ended_at timestamptz,
  primary key (job_id, number)
);
create index remote_orders_time on remote_orders (ordered_at);
-- A job has one order at a time at an account.
create unique index remote_orders_open on remote_orders (job_id, account) where ended_at is null;
