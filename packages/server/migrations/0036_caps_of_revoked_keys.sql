-- An acceptance reads the caps of an account's keys, without those that were revoked days ago: an account may have had many.
drop index api_keys_capped;
create index api_keys_capped on api_keys (account_id, coalesce(revoked_at, 'infinity')) where cap_cents is not null;
