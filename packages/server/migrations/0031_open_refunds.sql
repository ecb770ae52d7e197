-- For the task of every minute that sends the refunds which have had no outcome.

create index refunds_open on refunds (created_at) where state = 'open';
