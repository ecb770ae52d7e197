-- How many jobs a worker renders at once, as it reports it.
alter table workers add column slots integer not null default 1 check (slots between 1 and 64);
