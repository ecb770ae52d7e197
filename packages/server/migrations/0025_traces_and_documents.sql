-- The trace context of a job (W3C traceparent) while traces are exported; what a charge of a plan was; numbers of documents.

alter table jobs add column traceparent text check (length(traceparent) = 55);

-- What a charge was for, on its receipt.
alter table plan_charges
  add column plan text check (plan in ('pro', 'max')),
  add column plan_interval text check (plan_interval in ('month', 'year'));
alter table plan_charges disable trigger plan_charges_append_only;
update plan_charges set plan = payments.plan, plan_interval = payments.plan_interval
from payments where payments.id = payment_id;
alter table plan_charges enable trigger plan_charges_append_only;
alter table plan_charges alter column plan set not null, alter column plan_interval set not null;

-- What was paid today.
create index plan_charges_latest on plan_charges (charged_at);
create index payments_ended on payments (ended_at) where state = 'succeeded';
create index invoices_paid_at on invoices (paid_at) where state = 'paid';
create index refunds_created on refunds (created_at);

-- The numbers on documents: unique, and ascending in the order of writing. A purchase or an attempt that was rolled back
-- leaves a gap.
alter table invoices add column number bigint generated always as identity;
alter table payments add column number bigint generated always as identity;
alter table refunds add column number bigint generated always as identity;
alter table plan_charges add column number bigint generated always as identity;
