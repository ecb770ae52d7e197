-- Accounts under attack: browsers that an account knows, suspension of accounts instead of keys, claims that make room
-- for others, limits of reports, and the security log.

-- Accounts with rejections, which alone are evaluated for suspension. Locked by every rejection.
create table suspensions (
  account_id uuid primary key references accounts,
  -- The time of the latest rejection.
  rejected_at timestamptz not null,
  suspended_until timestamptz
);

-- The columns of the keys stay for nodes of the previous version, which run beside this one during an upgrade.
insert into suspensions (account_id, rejected_at, suspended_until)
select account_id, coalesce(rejected_at, created_at), suspended_until from api_keys
where revoked_at is null and (suspended_until is not null or rejected_at is not null);

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

alter table key_claims
  -- The signed-in person who opened the page of the claim. An unattended claim may have to make room.
  add column attended_by uuid references accounts,
  add column attended_at timestamptz,
  -- Set when the claim made room for another; it still counts towards the limit of its network.
  add column displaced_at timestamptz,
  add constraint key_claims_attended check ((attended_by is null) = (attended_at is null));

create index key_claims_room on key_claims (created_at, id)
  where denied_at is null and claimed_at is null and displaced_at is null;
create index key_claims_network on key_claims (network, expires_at) where denied_at is null and claimed_at is null;
create index key_claims_attended_by on key_claims (attended_by, attended_at) where attended_by is not null;

alter table content_reports
  -- The network that the report came from, and whether the report hid the content.
  add column network text,
  add column hid boolean not null default false;

create index content_reports_reporter on content_reports (reporter_id, created_at);
create index content_reports_content on content_reports (job_id);
create index content_reports_hid on content_reports (network, created_at) where hid;

-- The security log. It has no foreign keys: an event outlives what it refers to.
create table security_events (
  id bigint generated always as identity primary key,
  kind text not null,
  account_id uuid,
  -- The network of the request; null for a command of the operator.
  network text,
  details jsonb not null default '{}',
  created_at timestamptz not null
);

create index security_events_account on security_events (account_id, id);

create trigger security_events_append_only before update or delete or truncate on security_events
  for each statement execute function refuse_ledger_change();
