-- When a session was last opened or confirmed with a second factor; null for never. It takes the place of
-- `second_factor`, which stays for servers of the previous version during an upgrade and is no longer read.
alter table auth_sessions add column second_factor_at timestamptz;

-- No later than it was: a session of an operator asks again once it is ten minutes old.
update auth_sessions set second_factor_at = created_at where second_factor;

-- The emails about changed settings that the owner of an account gets. It takes the place of
-- `funding_terms.settings_notified_at`, which stays for servers of the previous version.
create table settings_notices (
  account_id uuid primary key references accounts,
  -- The latest event that an email has named; later ones wait for the next email.
  reported_event bigint not null default 0,
  -- By the database's clock, like the tasks that send the emails.
  next_at timestamptz not null default now()
);
