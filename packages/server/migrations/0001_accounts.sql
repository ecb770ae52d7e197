-- Accounts, the people who sign in, and API keys.

create table accounts (
  id uuid primary key,
  email text not null check (length(email) between 3 and 320),
  operator boolean not null default false,
  -- Set while payments on the account are paused for review.
  under_review_since timestamptz,
  created_at timestamptz not null
);

create unique index accounts_email on accounts (lower(email));

create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- SHA-256 of the key; the key itself is never stored.
  hash bytea not null unique check (octet_length(hash) = 32),
  -- The first characters, to recognise a key by in the console.
  prefix text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  suspended_until timestamptz,
  -- Set with every rejection, so that only keys with rejections are evaluated for suspension.
  rejected_at timestamptz
);

create unique index api_keys_one_live on api_keys (account_id) where revoked_at is null;

-- Request limits of an account that differ from the defaults.
create table account_limits (
  account_id uuid primary key references accounts,
  calls_per_minute integer check (calls_per_minute > 0),
  jobs_at_once integer check (jobs_at_once > 0),
  videos_per_day integer check (videos_per_day > 0),
  images_per_day integer check (images_per_day > 0)
);

-- The tables of the sign-in library. A person and their account share one id.
create table auth_users (
  id uuid primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
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
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index auth_sessions_user on auth_sessions (user_id);

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
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index auth_verifications_identifier on auth_verifications (identifier);

-- Signing keys of access tokens; the private half is encrypted.
create table auth_signing_keys (
  id uuid primary key,
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
