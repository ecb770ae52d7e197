-- What is sold and for how much, in numbered versions: in force is the latest that has started. `starts_at` rises with `version`.
create table catalogue_versions (
  version integer primary key check (version > 0),
  starts_at timestamptz not null,
  document jsonb not null,
  -- An operator's address, or how else it came here.
  applied_by text not null,
  -- SHA-256 of the file that the configuration names, if it came from there.
  file_digest bytea,
  created_at timestamptz not null,
  -- Before it started, so that it never did.
  withdrawn_at timestamptz check (withdrawn_at < starts_at)
);
create unique index catalogue_versions_start on catalogue_versions (starts_at) where withdrawn_at is null;

-- The version that a job was priced by: the one in force when it was accepted.
alter table jobs add column catalogue_version integer not null default 1;
alter table jobs alter column catalogue_version drop default;

-- Lengths are metered in twelfths of a second, so that units of other frame rates fit; an image has a weight as a video has.
alter table charges rename column thirds to twelfths;
alter table charges alter column twelfths type integer using twelfths * 4;
alter table charges rename column included_thirds to included_twelfths;
alter table charges alter column included_twelfths type integer using included_twelfths * 4;
alter table charges add column included_images integer check (included_images >= 0);
update charges set included_images = (medium = 'image')::int where included_twelfths is not null;
alter table charges add constraint charges_included check ((included_images is null) = (included_twelfths is null));
alter table usage_months rename column thirds_included to twelfths_included;
alter table usage_months alter column twelfths_included type integer using twelfths_included * 4;
alter table usage_months rename column thirds_overage to twelfths_overage;
alter table usage_months alter column twelfths_overage type integer using twelfths_overage * 4;
alter table closed_charges rename column thirds_included to twelfths_included;
alter table closed_charges alter column twelfths_included type bigint using twelfths_included * 4;
alter table closed_charges rename column thirds_overage to twelfths_overage;
alter table closed_charges alter column twelfths_overage type bigint using twelfths_overage * 4;
