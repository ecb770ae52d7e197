-- A refund that the provider refuses for good, because the payment was disputed or has been refunded in another way. The
-- balance stays taken back: the money has left, or an operator decides what the customer gets.

alter table refunds drop constraint refunds_state_check;
alter table refunds add constraint refunds_state_check check (state in ('open', 'settled', 'failed', 'refused'));
