import type { Database } from '../db/database.ts';
import { spendableBalance } from '../ledger/spendable-balance.ts';

/** One list of the export: the rows of `$1`, the account, in pages. */
interface Section {
  readonly name: string;
  /** The columns and tables. */
  readonly select: string;
  /** The condition of a row of the account. */
  readonly isOwn: string;
  /** The column that names a row, `$2` in `after`. */
  readonly key: string;
  readonly after: string;
  readonly order: string;
}

const PAGE = 500;

/** Sorts by the key, because an account has few of these rows. */
function section(name: string, select: string, { key = 'id', account = 'account_id' } = {}): Section {
  return { name, select, isOwn: `${account} = $1`, key, after: `${key} > $2`, order: key };
}

/** A section about the jobs, in the order of their index, because an account may have millions. */
function sectionOfJobs(name: string, select: string, key: string): Section {
  const after = '(jobs.created_at, jobs.id) > (select created_at, id from jobs as last where last.id = $2)';
  const isOwn = `jobs.account_id = $1`;
  return { name, select, isOwn, key, after, order: 'jobs.created_at, jobs.id' };
}

const SECTIONS: readonly Section[] = [
  sectionOfJobs(
    'jobs',
    `select id, type, operation as kind, model, state, prompt, negative_prompt, seed, width, height, frames, duration_seconds,
      error, block_category, created_at, started_at, ended_at, deleted_at from current_jobs as jobs`,
    'id',
  ),
  sectionOfJobs(
    'charges',
    `select job_id, charges.month, charges.medium as kind, twelfths, price_cents, prepaid_cents, month_end_cents, included_twelfths,
      charges.state from jobs join charges on job_id = jobs.id`,
    'job_id',
  ),
  section(
    'purchases',
    `select id, amount_cents, spent_cents, source, purchased_at, refunded_at, expires_at, expired_cents, (
        select code from code_redemptions where purchase_id = purchases.id
      ) as code from purchases`,
  ),
  section(
    'payments',
    'select id, kind, state, amount_cents, plan, plan_interval, created_at, ended_at from payments',
  ),
  section('invoices', 'select id, month, amount_cents, state, collection, created_at, paid_at from invoices'),
  section(
    'usage_months',
    `select month, images_included, videos_included, twelfths_included, images_overage, videos_overage,
      twelfths_overage, prepaid_cents, month_end_cents, recharge_cents from usage_months`,
    { key: 'month' },
  ),
  section(
    'storage_days',
    `select day, above_bytes, cents_per_gib_month, due_cents, prepaid_cents, month_end_cents from storage_days`,
    { key: 'day' },
  ),
  section(
    'keys',
    `select id, prefix, kind, name, scopes, cap_cents, created_at, expires_at, last_used_at, revoked_at
      from api_keys`,
  ),
  section('waiting_orders', 'select id, body, pause, message, created_at from waiting_orders'),
  section(
    'published_works',
    `select id, job_id, medium as pool, prompt, width, height, duration_seconds, consent_version, shows_seed, published_at
      from works`,
  ),
  section('kept_results', 'select id, job_id, prompt, bytes, kept_at from kept_results'),
  section(
    'collections',
    `select id, coalesce(name, 'favourites') as name, created_at,
      array(select job_id from collected_results where collection_id = collections.id order by job_id) as job_ids
      from collections`,
  ),
  section('templates', 'select id, name, draft, created_at from templates'),
  section('passkeys', 'select id, name, created_at, used_at from auth_passkeys', { account: 'user_id' }),
  section(
    'sessions',
    'select id, ip_address, user_agent, second_factor_at, created_at, expires_at from auth_sessions',
    { account: 'user_id' },
  ),
  section(
    'push_subscriptions',
    `select session_id, split_part(endpoint, '/', 3) as push_service, push_subscriptions.created_at
      from push_subscriptions join auth_sessions on id = session_id`,
    { key: 'session_id', account: 'user_id' },
  ),
  section('reports', 'select id, job_id, reason, details, created_at from content_reports', {
    account: 'reporter_id',
  }),
  section('security_events', 'select id, kind, network, details, created_at from security_events'),
];

/**
 * Everything that is kept of an account and its person, as the pieces of one JSON document. A page of rows is in
 * memory at a time, however much there is; a slow reader holds no transaction open. No secret is in it: no password,
 * no key, no token. Bytes of images and videos are not in it either; they are downloaded one by one.
 */
export async function* exportAccount(
  database: Database,
  accountId: string,
  at: Date,
): AsyncGenerator<string> {
  const [account] = await database.query(
    `select accounts.id, accounts.email, accounts.created_at, age_confirmed_at, plan, plan_interval,
       ${spendableBalance('$2')} as prepaid_cents,
       pay_per_use, cap_cents, price_list, auto_recharge_usd, first_paid_at, two_factor_enabled as authenticator_app,
       (select row_to_json(saved_cards) from (
         select brand, last4, added_at from saved_cards where account_id = accounts.id) as saved_cards) as card,
       (select url from webhook_settings where webhook_settings.account_id = accounts.id) as webhook_url
     from accounts join auth_users on auth_users.id = accounts.id
       join funding_accounts on funding_accounts.account_id = accounts.id
       join funding_terms on funding_terms.account_id = accounts.id
     where accounts.id = $1`,
    [accountId, at],
  );
  yield `{\n"exported_at": ${JSON.stringify(at)},\n"account": ${JSON.stringify(account ?? null)}`;
  for (const section of SECTIONS) {
    yield `,\n"${section.name}": [`;
    yield* rowsOf(database, accountId, section);
    yield '\n]';
  }
  yield '\n}\n';
}

async function* rowsOf(database: Database, accountId: string, section: Section): AsyncGenerator<string> {
  const { select, isOwn, key, after, order } = section;
  const page = (more: string) => `${select} where ${isOwn} ${more} order by ${order} limit ${PAGE}`;
  const [first, next] = [page(''), page(`and ${after}`)];
  let last: unknown;
  for (;;) {
    const rows = await (last === undefined
      ? database.query<Readonly<Record<string, unknown>>>(first, [accountId])
      : database.query<Readonly<Record<string, unknown>>>(next, [accountId, last]));
    const lines = rows.map((row) => `\n${JSON.stringify(row)}`).join(',');
    if (lines !== '') yield last === undefined ? lines : `,${lines}`;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.[key];
  }
}
