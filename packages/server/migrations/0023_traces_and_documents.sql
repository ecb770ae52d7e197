-- The trace context of a job (W3C traceparent) while traces are exported; what a charge of a plan was; numbers of documents.

alter table jobs add column traceparent text check (length(traceparent) = 55);

-- Every charge for a plan that a provider reported: its first period, a renewal, or the difference of an upgrade.
create table plan_charges (
  id uuid primary key,
  -- The payment that bought the subscription.
  payment_id uuid not null references payments,
  account_id uuid not null references accounts,
  amount_cents bigint not null check (amount_cents > 0),
  plan text not null check (plan in ('pro', 'max')),
  plan_interval text not null check (plan_interval in ('month', 'year')),
  charged_at timestamptz not null
);

create index plan_charges_account on plan_charges (account_id, charged_at);
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
