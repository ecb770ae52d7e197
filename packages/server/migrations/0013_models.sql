-- A job has a model of the catalogue: what was its mode, and `image` for every image. Generated columns, the index and the view
-- follow the rename by themselves.
update jobs set mode = 'image' where mode is null;
update open_jobs set mode = 'image' where mode is null;
alter table jobs drop constraint jobs_mode_check, alter column mode set not null;
alter table jobs rename column mode to model;
alter table open_jobs alter column mode set not null;
alter table open_jobs rename column mode to model;
alter view current_jobs rename column mode to model;
update workers set loaded = replace(loaded, '/-/', '/image/'), capabilities = (
  select coalesce(jsonb_agg(capability - 'mode' || jsonb_build_object('model', coalesce(capability ->> 'mode', 'image')) order by place), '[]')
  from jsonb_array_elements(capabilities) with ordinality as reported (capability, place)
);
update service_times set class = replace(class, '/-/', '/image/');
