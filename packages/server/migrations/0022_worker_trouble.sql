-- Why a worker takes no jobs, in the words of its renderer, for operators alone.
alter table workers
  add column trouble_kind text check (trouble_kind in ('no_credit', 'rejected_key', 'unavailable', 'broken', 'faults')),
  add column trouble text,
  add column trouble_since timestamptz,
  -- Whether it asks for a job to try its renderer with; the trouble stands until that is rendered.
  add column probing boolean not null default false,
  -- When operators were told of it, or of one less than an hour before it.
  add column trouble_told_at timestamptz,
  add column trouble_ended_at timestamptz,
  add constraint workers_trouble check ((trouble_kind is null) = (trouble is null) and (trouble is null) = (trouble_since is null));
