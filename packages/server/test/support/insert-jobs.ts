import type { Queryable } from '../../src/db/database.ts';
import { type Places, queueOpenJobs } from './queue-open-jobs.ts';

/** An expression of what each job is made from, for a column that differs between them. */
interface Expression {
  readonly sql: string;
}
export const sql = (text: string): Expression => ({ sql: text });

type Value = string | number | boolean | Date | null | Expression;

const NEW_ID = sql('gen_random_uuid()');
/** A job of which a test says nothing: an image of v1 that waits. */
const ANY = {
  id: NEW_ID,
  interface: 'v1',
  medium: 'image',
  operation: 'image',
  model: 'image',
  prompt: 'a prompt',
  seed: 1,
  width: 64,
  height: 64,
  frames_per_second: 24,
  sound: false,
  state: 'open',
  created_at: sql('now()'),
  catalogue_version: 1,
};
const OF_JOB_API = { type: 'image', tier: 'free', asset_id: NEW_ID };
type Column = keyof typeof ANY | keyof typeof OF_JOB_API | 'frames' | 'init_image_key' | 'mark_tag';
type LaterColumn = 'price_list' | 'attempt' | 'worker' | 'artifact_key' | 'ended_at' | 'deleted_at';
type Columns = Readonly<Partial<Record<Column | LaterColumn, Value>>>;

/** For `rows`: the numbers `n` up to `jobs`, each with the next of the accounts as `owners`. */
export const inTurn = (jobs: number, accounts: string): string =>
  `generate_series(1, ${jobs}) as n
     join (select id, row_number() over () - 1 as at, count(*) over () as accounts from ${accounts}) as owners on at = n % accounts`;

/**
 * Writes jobs past acceptance and without their money, and queues those that are open, before all others by default. `rows` is
 * their number, by which `n` counts, or a FROM clause without its first word.
 */
export async function insertJobs(
  database: Queryable,
  account: string | Expression,
  columns: Columns,
  rows: number | string = 1,
  places: Places = { sortKey: '0' },
): Promise<void> {
  const { interface: ordered, state, created_at } = { ...ANY, ...columns };
  const row: Columns & { readonly account_id: Value } = {
    ...ANY,
    ...(ordered === 'job_api' && OF_JOB_API),
    ...(state !== 'open' && { ended_at: created_at }),
    ...(state === 'completed' && { artifact_key: 'x' }),
    account_id: account,
    ...columns,
  };
  const values: unknown[] = [];
  const expressions = Object.values(row).map((value) =>
    typeof value === 'object' && value !== null && 'sql' in value ? value.sql : `$${values.push(value)}`,
  );
  await database.query(
    `insert into jobs (${Object.keys(row).join(', ')}) select ${expressions.join(', ')}
     from ${typeof rows === 'number' ? `generate_series(1, ${rows}) as n` : rows}`,
    values,
  );
  if (state === 'open' || typeof state === 'object') await queueOpenJobs(database, places);
}
