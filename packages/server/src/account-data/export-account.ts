import type { Database } from '../db/database.ts';

/** One list of the export: rows in ascending order of a key, read in pages. */
interface Section {
  readonly name: string;
  /** `$1` is the account, `$2` the key of the last row of the page before; null for the first page. */
  readonly sql: string;
  readonly key: string;
}

const PAGE = 500;

const SECTIONS: readonly Section[] = [
  {
    name: 'jobs',
    key: 'id',
    sql: `select id, type, kind, mode, state, prompt, seed, width, height, frames, duration_seconds, error,
        block_category, created_at, started_at, ended_at, deleted_at
      from jobs where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit ${PAGE}`,
  },
  {
    name: 'charges',
    key: 'job_id',
    sql: `select job_id, month, kind, thirds, price_cents, prepaid_cents, month_end_cents, included_thirds, state
      from charges where account_id = $1 and ($2::uuid is null or job_id > $2::uuid) order by job_id limit ${PAGE}`,
  },
  {
    name: 'purchases',
    key: 'id',
    sql: `select id, amount_cents, spent_cents, source, purchased_at, refunded_at
      from purchases where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit ${PAGE}`,
  },
  {
    name: 'payments',
    key: 'id',
    sql: `select id, kind, state, amount_cents, plan, plan_interval, created_at, ended_at
      from payments where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit ${PAGE}`,
  },
  {
    name: 'invoices',
    key: 'id',
    sql: `select id, month, amount_cents, state, collection, created_at, paid_at
      from invoices where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit ${PAGE}`,
  },
  {
    name: 'usage_months',
    key: 'month',
    sql: `select month, images_included, videos_included, thirds_included, images_overage, videos_overage,
        thirds_overage, prepaid_cents, month_end_cents, recharge_cents
      from usage_months where account_id = $1 and ($2::date is null or month > $2::date) order by month limit ${PAGE}`,
  },
  {
    name: 'keys',
    key: 'id',
    sql: `select id, prefix, kind, name, scopes, cap_cents, created_at, expires_at, last_used_at, revoked_at
      from api_keys where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit ${PAGE}`,
  },
  {
    name: 'published_works',
    key: 'id',
    sql: `select id, job_id, pool, prompt, width, height, duration_seconds, published_at
      from works where account_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit ${PAGE}`,
  },
  {
    name: 'passkeys',
    key: 'id',
    sql: `select id, name, created_at, used_at
      from auth_passkeys where user_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit ${PAGE}`,
  },
  {
    name: 'sessions',
    key: 'id',
    sql: `select id, ip_address, user_agent, second_factor, created_at, expires_at
      from auth_sessions where user_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit ${PAGE}`,
  },
  {
    name: 'reports',
    key: 'id',
    sql: `select id, job_id, reason, details, created_at
      from content_reports where reporter_id = $1 and ($2::uuid is null or id > $2::uuid) order by id limit ${PAGE}`,
  },
  {
    name: 'security_events',
    key: 'id',
    sql: `select id, kind, network, details, created_at
      from security_events where account_id = $1 and ($2::bigint is null or id > $2::bigint) order by id limit ${PAGE}`,
  },
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
    `select accounts.id, accounts.email, accounts.created_at, age_confirmed_at, plan, plan_interval, prepaid_cents,
       pay_per_use, cap_cents, auto_recharge_usd, first_paid_at, two_factor_enabled as authenticator_app,
       (select row_to_json(saved_cards) from (
         select brand, last4, added_at from saved_cards where account_id = accounts.id) as saved_cards) as card,
       (select url from webhook_settings where webhook_settings.account_id = accounts.id) as webhook_url
     from accounts join auth_users on auth_users.id = accounts.id
       join funding_accounts on funding_accounts.account_id = accounts.id
       join funding_terms on funding_terms.account_id = accounts.id
     where accounts.id = $1`,
    [accountId],
  );
  yield `{\n"exported_at": ${JSON.stringify(at)},\n"account": ${JSON.stringify(account ?? null)}`;
  for (const section of SECTIONS) {
    yield `,\n"${section.name}": [`;
    yield* rowsOf(database, accountId, section);
    yield '\n]';
  }
  yield '\n}\n';
}

async function* rowsOf(database: Database, accountId: string, { sql, key }: Section): AsyncGenerator<string> {
  let last: unknown = null;
  for (;;) {
    const rows = await database.query<Readonly<Record<string, unknown>>>(sql, [accountId, last]);
    const lines = rows.map((row) => `\n${JSON.stringify(row)}`).join(',');
    if (lines !== '') yield last === null ? lines : `,${lines}`;
    if (rows.length < PAGE) return;
    last = rows.at(-1)?.[key];
  }
}
