-- Suspensions that an operator lifts.

-- Attempts until then count towards no suspension.
alter table suspensions add column lifted_at timestamptz;

create index suspensions_until on suspensions (suspended_until) where suspended_until is not null;
