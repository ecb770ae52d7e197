-- Plans, allowances, pay per use and its cap; what a calendar month has used; limits of a key.

create table funding_terms (
  account_id uuid primary key references accounts,
  plan text check (plan in ('pro', 'max')),
  plan_source text check (plan_source in ('web', 'app_store', 'operator')),
  plan_interval text check (plan_interval in ('month', 'year')),
  pay_per_use boolean not null default false,
  cap_cents integer check (cap_cents between 500 and 100000),
  -- When the card on file was added; null when there is none.
  card_added_at timestamptz,
  -- Set by a larger purchase that the bank confirmed: new-account and new-card limits no longer apply.
  limits_lifted_at timestamptz,
  arrears_since timestamptz,
  auto_recharge_usd integer check (auto_recharge_usd in (10, 25, 50, 100)),
  auto_recharge_declined_at timestamptz,
  check ((plan is null) = (plan_source is null)),
  check (auto_recharge_usd is null or auto_recharge_declined_at is null)
);

insert into funding_terms (account_id) select id from accounts;
alter table accounts drop column plan;

-- Counters of one account's UTC month. What is put back leaves them as if it had never been.
create table usage_months (
  account_id uuid not null references accounts,
  month date not null check (extract(day from month) = 1),
  images_included integer not null default 0 check (images_included >= 0),
  videos_included integer not null default 0 check (videos_included >= 0),
  -- Thirds of a second of allowance used: cinema counts double.
  thirds_included integer not null default 0 check (thirds_included >= 0),
  images_overage integer not null default 0 check (images_overage >= 0),
  videos_overage integer not null default 0 check (videos_overage >= 0),
  thirds_overage integer not null default 0 check (thirds_overage >= 0),
  prepaid_cents bigint not null default 0 check (prepaid_cents >= 0),
  month_end_cents bigint not null default 0 check (month_end_cents >= 0),
  recharge_cents bigint not null default 0 check (recharge_cents >= 0),
  primary key (account_id, month)
);

insert into usage_months (account_id, month, images_overage, videos_overage, thirds_overage, prepaid_cents)
select account_id, month, count(*) filter (where kind = 'image'), count(*) filter (where kind = 'video'),
  sum(thirds), sum(prepaid_cents)
from charges where state <> 'reversed' group by 1, 2;

alter table charges
  -- Thirds of allowance a clip used, weighted; null when it was paid per use.
  add column included_thirds integer check (included_thirds >= 0),
  add column month_end_cents bigint not null default 0 check (month_end_cents >= 0),
  add check (case when included_thirds is null then prepaid_cents + month_end_cents = price_cents
    else prepaid_cents = 0 and month_end_cents = 0 end);

-- Included work moves no money, so it has a charge and no transaction.
alter table postings
  alter column purchase_id drop not null,
  drop constraint postings_source_check,
  drop constraint postings_destination_check,
  add constraint postings_source_check
    check (source in ('operator_grant', 'card', 'prepaid', 'held', 'revenue', 'receivable')),
  add constraint postings_destination_check
    check (destination in ('operator_grant', 'card', 'prepaid', 'held', 'revenue', 'receivable')),
  -- Prepaid money always belongs to a purchase.
  add check (purchase_id is not null or (source <> 'prepaid' and destination <> 'prepaid'));

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions drop constraint ledger_transactions_check;
alter table ledger_transactions drop constraint ledger_transactions_check1;
alter table ledger_transactions
  add constraint ledger_transactions_kind_check
    check (kind in ('credit', 'hold', 'settlement', 'reversal', 'refund', 'refund_reversal', 'invoice')),
  -- Each kind names what it is about: a job, a purchase, or (an invoice) neither.
  add check ((kind in ('hold', 'settlement', 'reversal')) = (job_id is not null)),
  add check ((kind in ('credit', 'refund', 'refund_reversal')) = (purchase_id is not null));

-- Request limits of an account that differ from everybody's.
create table account_limits (
  account_id uuid primary key references accounts,
  calls_per_minute integer check (calls_per_minute > 0),
  jobs_at_once integer check (jobs_at_once > 0),
  videos_per_day integer check (videos_per_day > 0),
  images_per_day integer check (images_per_day > 0)
);

-- What an account did lately, for its request limits; locked by its funding row.
create table account_activity (
  account_id uuid primary key references accounts,
  -- Generate calls of the last minute: pairs of a second of the Unix epoch and a count, oldest first.
  recent_calls json not null default '[]',
  -- The UTC day the counters below belong to.
  day date not null,
  images integer not null default 0 check (images >= 0),
  videos integer not null default 0 check (videos >= 0),
  -- Jobs that wait or run; counting them at every acceptance would cost more the longer the queue is.
  open_jobs integer not null default 0 check (open_jobs >= 0)
);

insert into account_activity (account_id, day, open_jobs)
select account_id, current_date, count(*) from jobs where state in ('queued', 'running') group by 1;
