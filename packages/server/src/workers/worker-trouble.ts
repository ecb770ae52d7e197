import { type Trouble, withoutHidden } from '@kinora/contract';
import type { Database, Queryable } from '../db/database.ts';
import type { WorkerIdentity } from './record-worker.ts';

/** A trouble within an hour of the last one is the same to operators. */
const WELL_MINUTES = 60;

/** Records that a worker, which goes on to be there, takes no jobs and why. Returns whether it took some before. */
export async function recordTrouble(
  database: Database,
  { worker, tokenId, kind, sentence }: WorkerIdentity & Trouble,
): Promise<boolean> {
  const [known] = await database.query<{ isNew: boolean }>(
    `update workers set trouble_kind = $3, trouble = $4, trouble_since = coalesce(workers.trouble_since, now()),
       trouble_told_at = case when workers.trouble is null and workers.trouble_ended_at < now() - make_interval(mins => $5)
         then null else workers.trouble_told_at end,
       probing = false, seen_at = now(), stopped_at = null
     from (select name, token_id, trouble from workers
       where name = $1 and token_id is not distinct from $2 for no key update) as before
     where workers.name = before.name and workers.token_id is not distinct from before.token_id
     returning before.trouble is null as "isNew"`,
    [worker, tokenId, kind, withoutHidden(sentence), WELL_MINUTES],
  );
  return known?.isNew === true;
}

/** What passes by itself has passed by then. */
const LASTING_MINUTES = 2;
/** What does not pass unless somebody pays or writes a key. */
const AT_ONCE: readonly Trouble['kind'][] = ['no_credit', 'rejected_key'];

/** The workers whose trouble lasts and of which operators were not told yet: from now on they were. */
export function takeUntoldTroubles(
  tx: Queryable,
): Promise<{ readonly name: string; readonly sentence: string; readonly since: Date }[]> {
  return tx.query(
    `update workers set trouble_told_at = now()
     where trouble is not null and trouble_told_at is null and stopped_at is null
       and (trouble_kind = any ($1) or trouble_since <= now() - make_interval(mins => $2))
     returning name, trouble as sentence, trouble_since as since`,
    [AT_ONCE, LASTING_MINUTES],
  );
}
