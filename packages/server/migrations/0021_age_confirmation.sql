-- When the person said that they are 18 or older; null for those who have not been asked.
alter table accounts add column if not exists age_confirmed_at timestamptz;
