import type { Database } from '../db/database.ts';
import { HEALTHY_SECONDS, LAST_SEEN, WORKERS_AND_LEASES } from './worker-health.ts';

/** Whether every live worker has the built-in engine, so that whatever is ordered now is a demonstration. */
export async function onlyDemonstrates(database: Database): Promise<boolean> {
  const [live] = await database.query<{ isBuiltIn: boolean | null }>(
    `select bool_and(engine = 'procedural') as "isBuiltIn" from ${WORKERS_AND_LEASES}
     where stopped_at is null and ${LAST_SEEN} > now() - make_interval(secs => $1)`,
    [HEALTHY_SECONDS],
  );
  return live?.isBuiltIn ?? false;
}
