-- Claims and the order of the queue get indexes of different conditions. While a queue is empty, both indexes look alike to
-- PostgreSQL, and a statement of the order that is planned then would read the whole queue by the index of claims.

create index jobs_claimable on jobs (capability, sort_key, id) where state = 'queued' and capability > '';
drop index jobs_waiting;
