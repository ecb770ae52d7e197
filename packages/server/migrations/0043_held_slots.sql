-- Seconds for which an attempt holds a slot of its worker; its result is delivered while the next job is rendered.
alter table service_times add column held double precision check (held >= 0);
update service_times set held = seconds;
alter table service_times alter column held set not null;
