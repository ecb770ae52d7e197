import { type AcceptJob, createAcceptJob } from '../src/admit/accept/accept-jobs.ts';
import type { Database } from '../src/db/database.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import { jobRequest } from './job-request.ts';
import type { Account, Service } from './service.ts';

export interface AcceptedJob {
  readonly jobId: string;
  readonly account: Account;
}

/** Accepts without a server: no worker is woken and no balance recharged. */
export function acceptorOf(
  database: Database,
  more: Partial<Parameters<typeof createAcceptJob>[0]> = {},
): AcceptJob {
  return createAcceptJob({
    database,
    clock: systemClock,
    accountUrl: () => '',
    onAccepted: () => {},
    requestRecharge: async () => {},
    ...more,
  });
}

/** Accepts `count` images for the accounts in rotation. */
export async function acceptJobs(
  { database }: Pick<Service, 'database'>,
  accounts: readonly Account[],
  count: number,
): Promise<AcceptedJob[]> {
  const acceptJob = acceptorOf(database);
  const jobs = Array.from({ length: count }, (_, at) => ({
    jobId: newId(),
    account: accounts[at % accounts.length] as Account,
  }));
  await Promise.all(
    jobs.map(async ({ jobId, account }) => {
      if (!(await acceptJob(jobRequest(jobId, account.id))).ok) throw new Error('a job was rejected');
    }),
  );
  return jobs;
}
