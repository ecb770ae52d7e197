import type { Database } from '../../src/db/database.ts';
import { READ_WHOLE_TABLES } from '../../src/db/plan-settings.ts';
import { insertJobs, sql } from './insert-jobs.ts';

/** How many ended jobs, and how many seconds they are apart; the last one was a moment ago. */
interface History {
  readonly ended: number;
  readonly secondsApart: number;
}

/**
 * Writes delivered images of all purchases in turn, oldest first as they come, each with its charge, hold, settlement and postings.
 * Those of the last seven days are still kept. There must be no other jobs; the audit holds afterwards.
 */
export async function fillHistory(database: Database, { ended, secondsApart }: History): Promise<void> {
  await database.transaction(async (tx) => {
    // Neither foreign keys nor triggers, which would take most of the time; the audit checks what is written.
    await tx.query('set local session_replication_role = replica');
    await tx.query(READ_WHOLE_TABLES);
    for (const statement of FILL) {
      await tx.query(
        statement.replaceAll('$ENDED', String(ended)).replaceAll('$APART', String(secondsApart)),
      );
    }
    await insertJobs(tx, sql('account_id'), PAST_JOB, 'past');
  });
  await database.query('vacuum analyze');
}

const IS_KEPT = `created_at > now() - interval '7 days'`;

/** The jobs of the table `past`. */
const PAST_JOB = {
  id: sql('id'),
  prompt: sql(`case when ${IS_KEPT} then 'a prompt' end`),
  width: 1024,
  height: 576,
  created_at: sql('created_at'),
  ended_at: sql(`created_at + interval '9 seconds'`),
  deleted_at: sql(`case when not ${IS_KEPT} then created_at + interval '7 days' end`),
  artifact_key: sql(`case when ${IS_KEPT} then 'jobs/' || id end`),
  state: 'completed',
};

/** Version 7 of that time, as PostgreSQL 18 makes it. */
const ID_OF_THEN = `overlay(overlay(md5(random()::text) placing '7' from 13) placing
  lpad(to_hex((extract(epoch from now() + age) * 1000)::bigint), 12, '0') from 1)::uuid`;

const FILL = [
  'update ledger_transactions set created_at = now() + make_interval(secs => -$ENDED * $APART)',
  `create temp table past on commit drop as
   with owners as (select account_id, id as purchase_id, row_number() over () - 1 as at from purchases)
   select ${ID_OF_THEN} as id, nextval(pg_get_serial_sequence('ledger_transactions', 'id')) as hold_id,
     nextval(pg_get_serial_sequence('ledger_transactions', 'id')) as end_id, account_id, purchase_id,
     now() + age as created_at
   from (
     select number, make_interval(secs => -number * $APART) as age from generate_series($ENDED, 1, -1) as number
   ) as numbered join owners on owners.at = number % (select count(*) from purchases)
   order by created_at`,
  `insert into charges (job_id, account_id, month, medium, twelfths, price_cents, prepaid_cents, state)
   select id, account_id, date_trunc('month', created_at at time zone 'UTC'), 'image', 0, 5, 5, 'settled' from past`,
  `insert into ledger_transactions (id, account_id, kind, job_id, created_at) overriding system value
   select hold_id, account_id, 'hold', id, created_at from past
   union all select end_id, account_id, 'settlement', id, created_at + interval '9 seconds' from past`,
  `insert into postings (transaction_id, source, destination, purchase_id, amount_cents)
   select hold_id, 'prepaid', 'held', purchase_id, 5 from past
   union all select end_id, 'held', 'revenue', purchase_id, 5 from past`,
  `insert into usage_months (account_id, month, images_overage, prepaid_cents)
   select account_id, month, count(*), sum(prepaid_cents) from charges group by 1, 2`,
  `update purchases set spent_cents = spent.cents
   from (select purchase_id, 5 * count(*) as cents from past group by 1) as spent where purchase_id = purchases.id`,
  `update funding_accounts set prepaid_cents = prepaid_cents - spent.cents
   from (select account_id, 5 * count(*) as cents from past group by 1) as spent
   where spent.account_id = funding_accounts.account_id`,
];
