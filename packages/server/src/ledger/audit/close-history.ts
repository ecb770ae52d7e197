import type { Database, Queryable } from '../../db/database.ts';
import { READ_WHOLE_TABLES } from '../../db/plan-settings.ts';
import { earliestIdAt, FIRST_ID } from '../../kernel/ids.ts';
import { type AuditMark, spanOf } from './audit-rule.ts';
import { checkRule, SHOWN } from './check-rule.ts';
import { jobRules } from './job-rules.ts';
import { addToClosed } from './sums.ts';

/**
 * Closing the history: a job that has ended, its charge and its postings never change, so they are checked and summed up
 * once. What is left to read for an audit is what came since, however long the history is.
 */

/** Jobs of one step, and transactions: what is read at once. */
const STEP = 100_000;
/** Nothing younger is closed: a transaction may still be committed with an earlier id, and clocks of servers differ. */
const OPEN_MS = 24 * 3_600_000;

/**
 * Closes all that is more than a day old and has ended, in steps, each in a transaction of its own. Returns whether there may
 * be more after that many steps.
 */
export async function closeHistory(
  database: Database,
  { until = new Date(Date.now() - OPEN_MS), step = STEP, steps = Number.POSITIVE_INFINITY } = {},
): Promise<boolean> {
  for (let done = 0; done < steps; done++) {
    if (!(await database.transaction((tx) => closeStep(tx, until, step)))) return false;
  }
  return true;
}

/** Forgets what was closed, so that the next audit reads the whole history. */
export async function reopenHistory(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`update ledger_closing set closed_job = '${FIRST_ID}', closed_transaction = 0`);
    // Not truncated: an audit that runs would find them empty in its snapshot.
    await tx.query('delete from closed_charges; delete from closed_postings; delete from closed_rules');
  });
}

export async function readClosing(tx: Queryable, lock = ''): Promise<AuditMark> {
  const [mark] = await tx.query<AuditMark>(
    `select closed_job as job, closed_transaction as transaction from ledger_closing ${lock}`,
  );
  if (mark === undefined) throw new Error('ledger_closing has no row');
  return mark;
}

/** Whether there may be more to close. */
async function closeStep(tx: Queryable, until: Date, step: number): Promise<boolean> {
  await tx.query(READ_WHOLE_TABLES);
  const after = await readClosing(tx, 'for update');
  const through = await endOfStep(tx, after, until, step);
  if (through.job === after.job && through.transaction === after.transaction) return false;
  const span = spanOf(after, through);
  for (const { rule, count, sql } of jobRules) {
    const { checked, violations } = await checkRule(tx, rule, count(span), sql(span));
    await tx.query(
      `insert into closed_rules (rule, checked, violations) values ($1, $2, $3)
       on conflict (rule) do update set checked = closed_rules.checked + excluded.checked,
         violations = (closed_rules.violations || excluded.violations)[:$4]`,
      [rule, checked, violations, SHOWN],
    );
  }
  for (const statement of addToClosed(span)) await tx.query(statement);
  await tx.query('update ledger_closing set closed_job = $1, closed_transaction = $2', [
    through.job,
    through.transaction,
  ]);
  return true;
}

/** A step ends before the first job that has not ended, and before the first transaction that is not old enough. */
async function endOfStep(tx: Queryable, after: AuditMark, until: Date, step: number): Promise<AuditMark> {
  const [end] = await tx.query<{ job: string | null; transaction: number | null }>(
    `with jobs_of_step as (
       select id, state from jobs where id > $1 and id < $2 order by id limit $5
     ), transactions_of_step as (
       select id, created_at from ledger_transactions where id > $3 order by id limit $5 * 2
     )
     select
       (select id from jobs_of_step where id < coalesce(
         (select id from jobs_of_step where state = 'open' order by id limit 1), $2)
        order by id desc limit 1) as job,
       (select max(id) from transactions_of_step where id < coalesce(
         (select min(id) from transactions_of_step where created_at >= $4), 9223372036854775807)) as transaction`,
    [after.job, earliestIdAt(until), after.transaction, until, step],
  );
  return { job: end?.job ?? after.job, transaction: end?.transaction ?? after.transaction };
}
