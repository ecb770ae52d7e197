import { poolNames } from '@kinora/contract';
import type { Database } from '../../db/database.ts';
import type { CallingAccount } from '../accept/decide-limits.ts';
import { OPEN_JOB, type OpenJob, type QueueView } from './queue-view.ts';

/** Seconds until the first open job of an account on an interface is expected to end; undefined if none is open. */
export type NextJobEnd = (caller: CallingAccount) => Promise<number | undefined>;

/** More queued jobs of a pool than any limit of concurrent jobs allows; an operator may have raised one further. */
const MAX_READ = 50;

/** Reads running and queued jobs by indexes of their own: one of all jobs of the account has its ended ones too. */
export function createNextJobEnd(database: Database, queueView: Pick<QueueView, 'outlookOf'>): NextJobEnd {
  return async ({ accountId, interface: by }) => {
    const open = await database.query<OpenJob>(
      `select ${OPEN_JOB} from jobs where state = 'running' and account_id = $1 and (tier is null) = $2
       union all
       select head.* from unnest($3::text[]) as pools (name), lateral (
         select ${OPEN_JOB} from jobs
         where state = 'queued' and virtual_start > '-infinity' and account_id = $1 and pool = name and (tier is null) = $2
         order by virtual_start limit $4
       ) as head`,
      [accountId, by === 'v1', poolNames, MAX_READ],
    );
    const outlooks = await Promise.all(open.map((job) => queueView.outlookOf(job)));
    const seconds = outlooks.map(({ secondsLeft }) => secondsLeft);
    return seconds.length === 0 ? undefined : Math.min(...seconds);
  };
}
