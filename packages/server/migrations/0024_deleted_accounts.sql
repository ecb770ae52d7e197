-- Accounts that their persons deleted.
alter table accounts
  -- When it was deleted: the row stays as a tombstone, which the ledger refers to.
  add column deleted_at timestamptz,
  -- When the last of its jobs, bytes and prompts was gone.
  add column erased_at timestamptz,
  add constraint accounts_erased_is_deleted check (erased_at is null or deleted_at is not null);
