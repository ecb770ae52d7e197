-- Several keys for an account: named, with scopes, an expiry and a monthly cap of their own, and rotated with an overlap.

alter table api_keys
  -- An account has one current key of its own and one for its terminals, which are replaced; the others have names.
  add column kind text not null default 'account' check (kind in ('account', 'terminal', 'named')),
  add column name text not null default 'Account key' check (length(name) between 1 and 80),
  add column scopes text[] not null default '{generate,read,manage}'
    check (cardinality(scopes) > 0 and scopes <@ array['generate', 'read', 'manage']),
  add column expires_at timestamptz,
  -- Written at most once a minute.
  add column last_used_at timestamptz,
  -- What the orders of the key may cost in a UTC month, at list price. Of the current key of a family alone.
  add column cap_cents bigint check (cap_cents > 0),
  -- A rotation makes one key from another. All of them are a family, named after the first, and share its settings.
  add column first_id uuid references api_keys,
  add column family_id uuid not null generated always as (coalesce(first_id, id)) stored;

comment on column api_keys.revoked_at is 'The key is refused from then on; in the future for one that was rotated with an overlap.';

update api_keys set kind = 'terminal', name = 'Terminal' from security_events as issued
where issued.kind = 'key_issued' and issued.details ->> 'by' = 'terminal' and issued.account_id = api_keys.account_id
  and issued.details ->> 'prefix' = api_keys.prefix and revoked_at is null;

drop index api_keys_one_live;
create unique index api_keys_one_of_kind on api_keys (account_id, kind) where revoked_at is null and kind <> 'named';
create unique index api_keys_current on api_keys (family_id) where revoked_at is null;
create index api_keys_of_account on api_keys (account_id, revoked_at);
create index api_keys_capped on api_keys (account_id) where cap_cents is not null;

-- What the orders of a key with a cap cost in a UTC month, less what was reversed.
create table key_months (
  -- The family of the key.
  key_id uuid not null references api_keys,
  month date not null check (extract(day from month) = 1),
  spent_cents bigint not null check (spent_cents >= 0),
  primary key (key_id, month)
);

-- The family of the key that placed the order, if it had a cap then.
alter table charges add column key_id uuid;
