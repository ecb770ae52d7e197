-- The browsers that are sent a message when a result is ready. A subscription belongs to the session of its browser: a sign-out, the end of
-- a session, a ban and the deletion of the account delete it.
create table push_subscriptions (
  session_id uuid primary key references auth_sessions on delete cascade,
  -- Where the browser's push service takes messages for it. Only the browser can read them.
  endpoint text not null check (length(endpoint) <= 2048),
  -- The keys of the browser, by which messages are encrypted.
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  -- The version of the installation's key that the push service expects.
  key_version integer not null,
  created_at timestamptz not null
);
