import { poolNames } from '@kinora/contract';
import type { Database } from '../db/database.ts';
import type { CallingAccount } from './interface.ts';
import { OPEN_JOB, type OpenJob, type QueueView } from './queue-view.ts';

/** Seconds until the first open job of an account on an interface is expected to end; undefined if none is open. */
export type NextJobEnd = (caller: CallingAccount) => Promise<number | undefined>;

/** More jobs of a pool than any limit of concurrent jobs allows; an operator may have raised one further. Running ones come first. */
const MAX_READ = 50;

export function createNextJobEnd(database: Database, queueView: Pick<QueueView, 'outlookOf'>): NextJobEnd {
  return async ({ accountId, interface: by }) => {
    const open = await database.query<OpenJob>(
      `select first.* from unnest($3::text[]) as pools (name), lateral (
         select ${OPEN_JOB} from open_jobs
         where account_id = $1 and interface = $2 and pool = name order by virtual_start limit $4
       ) as first`,
      [accountId, by, poolNames, MAX_READ],
    );
    const outlooks = await Promise.all(open.map((job) => queueView.outlookOf(job)));
    const seconds = outlooks.map(({ secondsLeft }) => secondsLeft);
    return seconds.length === 0 ? undefined : Math.min(...seconds);
  };
}
