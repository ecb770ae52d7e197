-- Orders of the studio that wait for their turn. They are not accepted: nothing is held for them, and each is quoted and checked when
-- it starts, by the acceptance of every order.
create table waiting_orders (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- The Idempotency-Key of the request and the hash of its body: one that is repeated is the same order, here and once it has started.
  key text not null,
  request_hash bytea not null,
  -- The body of POST /generate without its image.
  body jsonb not null,
  -- The uploaded image as it came; null without one.
  image_key text,
  image_bytes integer not null default 0 check (image_bytes >= 0),
  -- The lowest place of an account starts first.
  place integer not null,
  -- Why it does not start in its turn; null while it only waits for it.
  pause text check (pause in ('price', 'money', 'content', 'unavailable', 'refused', 'signed_out')),
  -- The sentence for the person.
  message text,
  -- Where the price has risen: what it costs now, in cents or credits as it is paid.
  price_now integer check (price_now >= 0),
  -- When a paused order is tried again by itself; null if the person has to decide.
  retry_at timestamptz,
  created_at timestamptz not null,
  unique (account_id, key),
  constraint waiting_orders_paused check ((pause is null) = (message is null)),
  constraint waiting_orders_retried check (retry_at is null or pause is not null)
);

create index waiting_orders_in_turn on waiting_orders (account_id, place);
create index waiting_orders_created on waiting_orders (created_at);

-- When the first waiting order of an account is tried next. The row is the lock of the account's sequence.
create table waiting_queues (
  account_id uuid primary key references accounts,
  -- Null while only the person can let one of them go on.
  due_at timestamptz,
  -- The server that tries its orders now has it until then, so that no other one tries the same.
  claimed_until timestamptz,
  -- Why nothing of the account starts before due_at, where that is not the number of its jobs.
  message text
);

create index waiting_queues_due on waiting_queues (due_at);
