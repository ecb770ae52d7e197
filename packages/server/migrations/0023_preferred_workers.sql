-- Of the workers that render the same, those with the lowest number are filled first, and of these the cheapest. What rendering costs
-- is in their capabilities.
alter table workers add column preference integer not null default 0 check (preference between 0 and 9);
