import type { TaskName } from './task.ts';

/** The tasks that recur, as crontab patterns in UTC. */
export const SCHEDULE = [
  { task: 'sweep_access', match: '0 * * * *' },
  { task: 'payments_due', match: '* * * * *' },
  { task: 'purge_expired', match: '*/5 * * * *' },
  { task: 'sweep_storage', match: '17 * * * *' },
] as const satisfies readonly { readonly task: TaskName; readonly match: string }[];
