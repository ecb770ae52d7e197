-- Which version of the words about publishing the person had read; null for what was published before they had a version.
alter table works add column consent_version integer check (consent_version > 0);
-- Whether the person let everybody see the seed, with which the same model makes the result again.
alter table works add column shows_seed boolean not null default false;

-- Its place among the shuffled works: without a pattern, and always the same, so that a page of them is a range of an index.
alter table works add column shuffled uuid not null generated always as (md5(id::text)::uuid) stored;
create index works_shuffled on works (shuffled);
create index works_shuffled_of_medium on works (medium, shuffled);

-- Somebody who is not signed in reports content too; what one may send counts by the network.
alter table content_reports alter column reporter_id drop not null;
create index content_reports_of_strangers on content_reports (network, created_at) where reporter_id is null;
create index content_reports_hid_by_strangers on content_reports (created_at) where reporter_id is null and hid;
