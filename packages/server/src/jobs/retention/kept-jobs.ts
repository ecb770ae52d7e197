/**
 * The jobs of the account `$1` that are not deleted, as a query of `id` and `ended_at`. Their index has those of each interface
 * in the order of their ids; `rest` is what is read of each, such as an order and a limit.
 */
export function keptJobsOf(rest = ''): string {
  const ofInterface = (name: string) => `(select id, ended_at from jobs
    where listed_by = $1 and interface = '${name}' ${rest})`;
  return `${ofInterface('v1')} union all ${ofInterface('job_api')}`;
}
