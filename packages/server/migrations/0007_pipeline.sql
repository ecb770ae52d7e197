-- Kinds beyond text-to-image and text-to-video, and what each worker says it can do.

alter table jobs drop constraint jobs_kind_check;
update jobs set kind = 'i2v' where kind = 'video' and init_image_key is not null;
alter table jobs
  add check (kind in ('image', 'i2i', 'upscale', 'upscale_pro', 'video', 'i2v')),
  add check ((pool = 'video') = (kind in ('video', 'i2v')));

alter table jobs
  -- What the engine is told instead of the prompt, where a mode prepares it. Null once purged.
  add column prepared_prompt text;

-- What the mark in a picture says of its job; two jobs for the very same picture say the same.
alter table jobs add column mark_tag text check (mark_tag ~ '^[0-9a-f]{7}$');
create index jobs_marked on jobs (mark_tag) where mark_tag is not null;

-- Filled again by each worker's next call.
delete from workers;
alter table workers
  drop column kinds,
  drop column modes,
  -- [{kind, mode, longest_side}], as the worker reports them.
  add column capabilities jsonb not null,
  -- Whether zero-retention jobs may go to it.
  add column supports_zero_retention boolean not null;
