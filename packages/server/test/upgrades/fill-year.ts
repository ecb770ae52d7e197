import type { Database } from '../../src/db/database.ts';
import { fillHistory } from '../support/fill-history.ts';

/** A year of a service: a job every hundred seconds, of 500 accounts that pay by card, a tenth of them with a plan. */

const ACCOUNTS = 500;
const SECONDS_APART = 100;
export const JOBS = (365 * 24 * 60 * 60) / SECONDS_APART;

const THEN = `now() - interval '1 year'`;
const PLAN_CENTS = 1900;

const PEOPLE = [
  `insert into accounts (id, email, created_at)
   select gen_random_uuid(), 'past-' || n || '@example.com', ${THEN} from generate_series(1, ${ACCOUNTS}) as n`,
  `insert into funding_accounts (account_id, prepaid_cents, first_paid_at) select id, 5000, ${THEN} from accounts`,
  'insert into funding_terms (account_id) select id from accounts',
  `insert into api_keys (id, account_id, hash, prefix, created_at)
   select gen_random_uuid(), id, sha256(id::text::bytea), 'past', ${THEN} from accounts`,
  `insert into payments (id, account_id, provider, kind, amount_cents, state, charge_id, created_at, ended_at)
   select gen_random_uuid(), id, 'stripe', 'top_up', 5000, 'succeeded', 'ch_' || id, ${THEN}, ${THEN} from accounts`,
  `insert into purchases (id, account_id, amount_cents, source, purchased_at, refundable_until)
   select id, account_id, amount_cents, 'checkout', ${THEN}, ${THEN} from payments`,
  `insert into ledger_transactions (account_id, kind, purchase_id, created_at)
   select account_id, 'credit', id, ${THEN} from purchases`,
  `insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
   select ledger_transactions.id, 'card', 'prepaid', purchase_id, 5000 from ledger_transactions`,
];

const PLANS = [
  `insert into payments
     (id, account_id, provider, kind, amount_cents, plan, plan_interval, state, charge_id, created_at, ended_at)
   select gen_random_uuid(), account_id, 'stripe', 'subscription', ${PLAN_CENTS}, 'pro', 'month', 'succeeded',
     'ch_plan_' || account_id, ${THEN}, ${THEN}
   from funding_accounts order by account_id limit ${ACCOUNTS / 10}`,
  `insert into subscriptions
     (id, account_id, provider, provider_id, plan, plan_interval, state, paid_until, changed_at, price_cents, catalogue_version)
   select id, account_id, provider, 'sub_' || id, 'pro', 'month', 'active', now() + interval '1 month', now(), ${PLAN_CENTS}, 1
   from payments where kind = 'subscription'`,
  `update funding_terms set plan = 'pro', plan_source = 'web', plan_interval = 'month'
   where account_id in (select account_id from subscriptions)`,
  `insert into plan_charges (id, payment_id, account_id, amount_cents, plan, plan_interval, charged_at)
   select case when month = 0 then id else gen_random_uuid() end, id, account_id, ${PLAN_CENTS}, 'pro', 'month',
     ${THEN} + make_interval(months => month)
   from subscriptions, generate_series(0, 11) as month`,
];

/** What comes with jobs: webhooks, works, what people keep, and the log of security events. */
const BESIDES = [
  `insert into webhook_events (id, account_id, url, type, job_id, created_at, state)
   select gen_random_uuid(), account_id, 'https://example.com', 'job.completed', id, ended_at, 'delivered'
   from jobs order by id desc limit 20000`,
  `insert into works
     (id, job_id, account_id, asset_id, medium, prompt, search_words, artifact_key, width, height, published_at)
   select gen_random_uuid(), id, account_id, gen_random_uuid(), medium, 'a prompt', 'a prompt', 'x', 1, 1, ended_at
   from jobs order by id limit 5000`,
  `insert into kept_results (id, job_id, account_id, prompt, search_words, artifact_key, bytes, kept_at)
   select gen_random_uuid(), id, account_id, 'a prompt', 'a prompt', 'x', 1, ended_at from jobs order by id limit 5000`,
  `insert into account_activity (account_id, interface, day, stored_bytes)
   select account_id, 'job_api', current_date, sum(bytes) from kept_results group by 1`,
  `insert into security_events (kind, account_id, created_at)
   select 'signed_in', account_id, created_at from jobs order by id limit 20000`,
];

/** Fills a migrated database that has no account yet. `kinora audit --all` holds afterwards. */
export async function fillYear(database: Database): Promise<void> {
  for (const statement of PEOPLE) await database.query(statement);
  await fillHistory(database, { ended: JOBS, secondsApart: SECONDS_APART });
  for (const statement of [...PLANS, ...BESIDES]) await database.query(statement);
  await database.query('vacuum analyze');
}
