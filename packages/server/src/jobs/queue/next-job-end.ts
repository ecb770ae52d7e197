import type { Database } from '../../db/database.ts';
import type { CallingAccount } from '../accept/decide-limits.ts';
import { OPEN_JOB, type OpenJob, type QueueView } from './queue-view.ts';

/** Seconds until the first open job of an account on an interface is expected to end; undefined if none is open. */
export type NextJobEnd = (caller: CallingAccount) => Promise<number | undefined>;

/** More open jobs than any limit of concurrent jobs; an operator may have raised one further. */
const MAX_READ = 50;

export function createNextJobEnd(database: Database, queueView: Pick<QueueView, 'outlookOf'>): NextJobEnd {
  return async ({ accountId, interface: by }) => {
    const open = await database.query<OpenJob>(
      `select ${OPEN_JOB} from jobs
       where account_id = $1 and ended_at is null and deleted_at is null and (tier is null) = $2
       order by created_at limit $3`,
      [accountId, by === 'v1', MAX_READ],
    );
    const outlooks = await Promise.all(open.map((job) => queueView.outlookOf(job)));
    const seconds = outlooks.map(({ secondsLeft }) => secondsLeft);
    return seconds.length === 0 ? undefined : Math.min(...seconds);
  };
}
