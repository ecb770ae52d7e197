import { createAcceptJob } from '../src/jobs/accept/accept-jobs.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { newId } from '../src/kernel/ids.ts';
import { jobRequest } from './job-request.ts';
import type { Account, Service } from './service.ts';

export interface AcceptedJob {
  readonly jobId: string;
  readonly account: Account;
}

/** Accepts `count` images for the accounts in rotation. */
export async function acceptJobs(
  { database }: Pick<Service, 'database'>,
  accounts: readonly Account[],
  count: number,
): Promise<AcceptedJob[]> {
  const acceptJob = createAcceptJob({
    database,
    clock: systemClock,
    topUpUrl: () => '',
    onAccepted: () => {},
    requestRecharge: async () => {},
  });
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
