-- When the worker said that it stops; null while it requests leases.
alter table workers add column stopped_at timestamptz;

-- When the progress last rose; null before it does. Expected ends are computed from it.
alter table jobs add column progress_at timestamptz;
