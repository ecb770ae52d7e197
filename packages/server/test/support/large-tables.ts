import type { Database } from '../../src/db/database.ts';
import { insertJobs, inTurn, sql } from './insert-jobs.ts';
import type { TestApp } from './test-app.ts';

/** Ended jobs, with charges and postings, and the accounts that they belong to. */
const ENDED = 20_000;
const ACCOUNTS = 2_000;
const QUEUED = 5_000;
/** Ended and waiting jobs of each interface of a large account. */
export const OWN = 400;

const PAST = `(select * from accounts where email like 'past-%') as accounts`;
const PAST_JOBS = `(select * from jobs where prompt = 'of the past') as jobs`;

/** Ended jobs of the last month with their money, and accounts. */
export async function fillTables(database: Database): Promise<void> {
  await database.query(
    `insert into accounts (id, email, created_at)
     select gen_random_uuid(), 'past-' || n || '@example.com', now() from generate_series(1, ${ACCOUNTS}) as n`,
  );
  const medium = sql(`case when n % 4 = 0 then 'video' else 'image' end`);
  const job = {
    medium,
    operation: medium,
    model: sql(`case when n % 4 = 0 then 'fast' else 'image' end`),
    prompt: 'of the past',
    created_at: sql('now() - make_interval(secs => n * 25)'),
    deleted_at: sql('case when n % 20 <> 0 then now() end'),
    state: 'failed',
    mark_tag: sql('substr(md5(n::text), 1, 7)'),
  };
  await insertJobs(database, sql('owners.id'), job, inTurn(ENDED, PAST));
  const statements = [
    `insert into funding_accounts (account_id, prepaid_cents) select id, 0 from ${PAST} on conflict do nothing`,
    `insert into funding_terms (account_id) select id from ${PAST} on conflict do nothing`,
    `insert into api_keys (id, account_id, hash, prefix, created_at)
     select gen_random_uuid(), id, sha256(id::text::bytea), 'past', now() from ${PAST}`,
    `insert into account_activity (account_id, day) select id, current_date from ${PAST}`,
    `insert into account_activity (account_id, interface, day) select id, 'job_api', current_date from ${PAST}`,
    `insert into usage_months (account_id, month)
     select id, date_trunc('month', now() - make_interval(months => ago)) from ${PAST}, generate_series(0, 2) as ago`,
    `insert into charges (job_id, account_id, month, medium, twelfths, price_cents, prepaid_cents, state)
     select id, account_id, date_trunc('month', created_at), medium, 12, 3, 3, 'reversed' from ${PAST_JOBS}`,
    `insert into purchases (id, account_id, amount_cents, spent_cents, source, purchased_at, refundable_until)
     select gen_random_uuid(), id, 1000, 1000, 'checkout', now(), now() from ${PAST}`,
    `insert into ledger_transactions (account_id, kind, job_id, created_at)
     select account_id, moves.kind, id, created_at from ${PAST_JOBS}, (values ('hold'), ('reversal')) as moves (kind)`,
    `insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
     select ledger_transactions.id, case ledger_transactions.kind when 'hold' then 'prepaid' else 'held' end,
       case ledger_transactions.kind when 'hold' then 'held' else 'prepaid' end, purchases.id, 3
     from ledger_transactions join ${PAST_JOBS} on jobs.id = job_id join purchases on purchases.account_id = jobs.account_id`,
    `insert into idempotency_keys (account_id, key, request_hash, answer, created_at)
     select account_id, id::text, sha256(id::text::bytea), '{}', now() from ${PAST_JOBS} limit 5000`,
    `insert into webhook_events (id, account_id, url, type, job_id, created_at, state)
     select gen_random_uuid(), account_id, 'https://example.com', 'job.failed', id, created_at, 'delivered' from ${PAST_JOBS}`,
    `insert into attempt_windows (kind, subject, times, latest_at)
     select 'mail', 'past-' || n, array[now()], now() from generate_series(1, ${ACCOUNTS}) as n`,
    `insert into works (id, job_id, account_id, asset_id, medium, prompt, search_words, artifact_key, width, height, published_at)
     select gen_random_uuid(), id, account_id, gen_random_uuid(), medium, prompt, 'of the past', 'x', 1, 1, created_at
     from ${PAST_JOBS} limit 2000`,
    `insert into kept_results (id, job_id, account_id, prompt, search_words, artifact_key, bytes, kept_at)
     select gen_random_uuid(), id, account_id, prompt, 'of the past', 'x', 1, created_at from ${PAST_JOBS} limit 2000`,
    `insert into collections (id, account_id, created_at) select gen_random_uuid(), id, now() from ${PAST}`,
    `insert into collected_results (collection_id, job_id)
     select collections.id, job_id from kept_results join collections using (account_id)`,
    `insert into templates (id, account_id, name, draft, created_at) select gen_random_uuid(), id, 'past', '{}', now() from ${PAST}`,
    `insert into security_events (kind, account_id, created_at) select 'past', account_id, created_at from ${PAST_JOBS}`,
  ];
  for (const statement of statements) await database.query(statement);
}

/** Jobs that wait behind everything that a test does, of all accounts in turn. */
export async function fillQueue(database: Database, jobs = QUEUED): Promise<void> {
  const rows = inTurn(jobs, 'accounts');
  const places = { sortKey: '1e9 + seed' };
  await insertJobs(database, sql('owners.id'), { prompt: 'of the past', seed: sql('n') }, rows, places);
}

/** Gives the account more jobs of each interface that ended on other days, and that wait, than a statement may read. */
export async function makeLarge({ database }: TestApp, accountId: string): Promise<void> {
  const at = (unit: 'days' | 'secs') => sql(`now() - make_interval(${unit} => n)`);
  for (const ordered of ['v1', 'job_api']) {
    const job = { interface: ordered, prompt: 'of its own', seed: sql('n') };
    const failed = { ...job, state: 'failed', created_at: at('days'), deleted_at: at('days') };
    await insertJobs(database, accountId, failed, OWN);
    const places = { sortKey: '1e9 + seed', virtualStart: 'seed * 1e-6' };
    await insertJobs(database, accountId, { ...job, created_at: at('secs') }, OWN, places);
  }
  const itsJobs = `jobs where account_id = $1 and prompt = 'of its own'`;
  await database.query(
    `insert into charges (job_id, account_id, month, medium, twelfths, price_cents, prepaid_cents)
     select id, account_id, date_trunc('month', created_at), medium, 0, 3, 3 from ${itsJobs} and interface = 'v1'`,
    [accountId],
  );
  await database.query(
    `insert into credit_charges (job_id, account_id, month, credits)
     select id, account_id, date_trunc('month', created_at), 1 from ${itsJobs} and interface = 'job_api'`,
    [accountId],
  );
  for (const statement of historyOf(`'${accountId}'::uuid`)) await database.query(statement);
}

/** What else acceptance reads of an account, of which there is more with the years. */
function historyOf(account: string): string[] {
  const many = `generate_series(1, ${OWN}) as n`;
  const then = 'now() - make_interval(days => n + 2)';
  return [
    `insert into api_keys (id, account_id, kind, name, hash, prefix, cap_cents, created_at, revoked_at)
     select gen_random_uuid(), ${account}, 'named', 'former', sha256((${account} || n::text)::bytea), 'past', 100, ${then}, ${then} from ${many}`,
    `insert into key_months (key_id, month, spent_cents)
     select id, date_trunc('month', now()), 1 from api_keys where account_id = ${account} and name = 'former'`,
    `insert into purchases (id, account_id, amount_cents, spent_cents, source, purchased_at, refundable_until)
     select gen_random_uuid(), ${account}, 1000, 1000, 'checkout', ${then}, ${then} from ${many}`,
    `insert into usage_months (account_id, month)
     select ${account}, date_trunc('month', now() - make_interval(months => n)) from generate_series(1, 60) as n on conflict do nothing`,
    `insert into idempotency_keys (account_id, key, request_hash, answer, created_at)
     select ${account}, 'past-' || n, sha256(n::text::bytea), '{}', now() from ${many}`,
  ];
}
