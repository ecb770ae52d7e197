import type { Queryable } from './database.ts';

/**
 * Databases of the builds from before the first release. Their 44 migrations became the first set, which creates the same
 * schema without the columns that nothing reads. So a database that has all of them loses these columns, and gets other
 * records. To be deleted after the release, with its two calls in `migrate.ts` and its tests.
 */

const FIRST = '0001_accounts.sql';
const LAST = '0044_interface_of_a_job.sql';
/** SHA-256 of the names of the 44, one per line. */
const NAMES = '2ef94964941b3f671461fa2d52f09bbd65d63b2429ccfaabef69f89bccbcabe5';
/** The migrations up to this version are the first set. */
const FIRST_SET = 9;

/** Whether the database has all of the 44. Throws if it has other migrations of the builds from before the release. */
export async function isUnreleased(database: Queryable): Promise<boolean> {
  const [row] = await database.query<{ first: string | null; names: string | null }>(`
    select min(name) as first,
      encode(sha256(convert_to(string_agg(name, e'\\n' order by version), 'UTF8')), 'hex') as names
    from schema_migrations`);
  if (row?.first !== FIRST) return false;
  if (row.names === NAMES) return true;
  throw new Error(
    `The database was migrated by a build from before the first release, and not by the last one. Start the last build that has the migration ${LAST} once, then this one.`,
  );
}

/** What the 44 left and the first set does not create. */
const DROP_UNREAD = `
  alter table api_keys drop column suspended_until, drop column rejected_at;
  alter table auth_sessions drop column second_factor;
  alter table funding_terms drop column settings_notified_at;
  comment on column api_keys.revoked_at is null`;

/** Makes the schema of the 44 that of the first set, and records that. The caller has the lock of the migrations. */
export async function carryOver(
  tx: Queryable,
  migrations: readonly { readonly version: number; readonly name: string }[],
): Promise<void> {
  if (!(await isUnreleased(tx))) return;
  await tx.query(DROP_UNREAD);
  const set = migrations.slice(0, FIRST_SET);
  await tx.query('delete from schema_migrations');
  await tx.query(
    'insert into schema_migrations (version, name) select * from unnest($1::integer[], $2::text[])',
    [set.map(({ version }) => version), set.map(({ name }) => name)],
  );
}
