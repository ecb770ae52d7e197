-- Second factors, what a session was opened with, the assertion of age, changes of the email address, and the deletion of
-- accounts.

-- When the person said that they are 18 or older; null for those who have not been asked.
alter table accounts add column age_confirmed_at timestamptz;

alter table accounts
  -- When its person deleted the account: its row stays as a tombstone, which the ledger refers to.
  add column deleted_at timestamptz,
  -- When the last of its jobs, bytes and prompts was gone.
  add column erased_at timestamptz,
  add constraint accounts_erased_is_deleted check (erased_at is null or deleted_at is not null);

-- Set once an authenticator app has proven its first code.
alter table auth_users add column two_factor_enabled boolean not null default false;

alter table auth_sessions
  -- Opened, or confirmed since, with a passkey or with a code beside the password.
  add column second_factor boolean not null default false,
  -- When its person last proved again who they are; null since the session began.
  add column confirmed_at timestamptz;

-- The authenticator app of a person, at most one. The secret and the backup codes are encrypted.
create table auth_two_factors (
  id uuid primary key,
  user_id uuid not null unique references auth_users on delete cascade,
  secret text not null,
  backup_codes text not null,
  -- False until the app has proven its first code: until then it is not asked for.
  verified boolean not null default false,
  created_at timestamptz not null default now()
);

create table auth_passkeys (
  id uuid primary key,
  user_id uuid not null references auth_users on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null,
  used_at timestamptz
);

create index auth_passkeys_user on auth_passkeys (user_id);

-- An address that a person wants to sign in with, until the link sent to it has been opened.
create table email_changes (
  user_id uuid primary key references auth_users on delete cascade,
  email text not null check (length(email) between 3 and 320),
  -- SHA-256 of the link's token.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz not null
);
