-- Accounts, their request limits, and how people sign in to them.

create table accounts (
  id uuid primary key,
  email text not null check (length(email) between 3 and 320),
  operator boolean not null default false,
  created_at timestamptz not null,
  -- When the person said that they are 18 or older; null for those who have not been asked.
  age_confirmed_at timestamptz,

  -- Set while payments on the account are paused for review.
  under_review_since timestamptz,
  -- Whether the review began with a dispute, and no operator has asked for it since: then it ends with the dispute.
  review_of_dispute boolean not null default false,
  -- When an operator ended a review: the disputes until then do not keep a later one from ending by itself.
  reviewed_at timestamptz,

  -- A banned account is refused everywhere, on every node, from the commit on. Only operators read the reason.
  banned_at timestamptz,
  ban_reason text check (length(ban_reason) between 1 and 500),

  -- When its person deleted the account: its row stays as a tombstone, which the ledger refers to.
  deleted_at timestamptz,
  -- When the last of its jobs, bytes and prompts was gone.
  erased_at timestamptz,

  constraint accounts_ban_has_reason check ((banned_at is null) = (ban_reason is null)),
  constraint accounts_erased_is_deleted check (erased_at is null or deleted_at is not null)
);

create unique index accounts_email on accounts (lower(email));
-- Operators search addresses by how they begin, and the few accounts that are banned or in review.
create index accounts_email_prefix on accounts (lower(email) text_pattern_ops);
create index accounts_banned on accounts (id) where banned_at is not null;
create index accounts_in_review on accounts (id) where under_review_since is not null;

-- Limits of an account that differ from the defaults.
create table account_limits (
  account_id uuid primary key references accounts,
  calls_per_minute integer check (calls_per_minute > 0),
  jobs_at_once integer check (jobs_at_once > 0),
  videos_per_day integer check (videos_per_day > 0),
  images_per_day integer check (images_per_day > 0),
  -- Null for the quota of the account's tier.
  stored_bytes bigint check (stored_bytes > 0)
);

-- The tables of the sign-in library. A person and their account share one id.
create table auth_users (
  id uuid primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  -- Set once an authenticator app has proven its first code.
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table auth_sessions (
  id uuid primary key,
  user_id uuid not null references auth_users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  -- When it was last opened or confirmed with a passkey, or with a code beside the password; null for never.
  second_factor_at timestamptz,
  -- When its person last proved again who they are; null since the session began.
  confirmed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index auth_sessions_user on auth_sessions (user_id);

-- However often a session is renewed by its use, it lasts 30 days in all.
create function bound_session() returns trigger language plpgsql as $$
begin
  new.expires_at := least(new.expires_at, new.created_at + interval '30 days');
  return new;
end
$$;

create trigger auth_sessions_bounded before insert or update on auth_sessions
  for each row execute function bound_session();

-- Ways to sign in; a password is stored as a salted scrypt hash.
create table auth_credentials (
  id uuid primary key,
  user_id uuid not null references auth_users on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);

create index auth_credentials_user on auth_credentials (user_id);

create table auth_verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  -- The person whose password the link sets, of whose links the newest alone is valid; null for what is no such link.
  password_of uuid references auth_users on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index auth_verifications_identifier on auth_verifications (identifier);
create index auth_verifications_password_of on auth_verifications (password_of);

-- Signing keys of access tokens; the private half is encrypted.
create table auth_signing_keys (
  id uuid primary key,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz
);

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

-- Browsers that signed up for an account or signed in to it. Strangers' wrong passwords do not lock them out.
create table known_devices (
  account_id uuid not null references auth_users on delete cascade,
  -- SHA-256 of the browser's cookie.
  device_hash bytea not null check (octet_length(device_hash) = 32),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (account_id, device_hash)
);

create index known_devices_seen on known_devices (seen_at);
