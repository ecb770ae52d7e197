import { IS_LISTED } from '../job-state.ts';

/**
 * The jobs of the account `$1` that are not deleted, as a query of `id` and `ended_at`. Each interface has an index of them, in
 * the order of their ids; `rest` is what both read, such as an order and a limit.
 */
export function keptJobsOf(rest = ''): string {
  const ofInterface = (condition: string) => `(select id, ended_at from jobs
    where account_id = $1 and ${condition} and ${IS_LISTED} ${rest})`;
  return `${ofInterface('tier is null')} union all ${ofInterface('tier is not null')}`;
}
