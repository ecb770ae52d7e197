import type { TaskName } from './task.ts';

/** A task whose hour passed while no node ran is made up for by the next start. */
const HOURLY = { options: { backfillPeriod: 3_600_000 } };

/** At midnight it may take longer than the minute until the next one, of which each would take a slot of all tasks. */
const ONE_AT_A_TIME = { options: { queueName: 'charge_storage' } };

/** The tasks that recur, as crontab patterns in UTC. */
export const SCHEDULE = [
  { task: 'sweep_access', match: '0 * * * *', ...HOURLY },
  { task: 'trouble_notice', match: '* * * * *' },
  { task: 'payments_due', match: '* * * * *' },
  { task: 'sweep_grants', match: '* * * * *' },
  { task: 'charge_storage', match: '* * * * *', ...ONE_AT_A_TIME },
  { task: 'purge_expired', match: '*/5 * * * *' },
  { task: 'audit_ledger', match: '23 3 * * *' },
  { task: 'close_margin', match: '11 * * * *' },
  { task: 'sweep_storage', match: '17 * * * *', ...HOURLY },
] as const satisfies readonly { readonly task: TaskName; readonly match: string }[];
