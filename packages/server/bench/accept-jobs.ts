import { newId } from '../src/kernel/ids.ts';
import { acceptorOf, jobRequest } from '../test/support/jobs-under-test.ts';
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
  const acceptJob = acceptorOf(database);
  const jobs = Array.from({ length: count }, (_, at) => ({
    jobId: newId(),
    account: accounts[at % accounts.length] as Account,
  }));
  await Promise.all(
    jobs.map(async ({ jobId, account }) => {
      if (!(await acceptJob(jobRequest(account.id, { jobId }))).ok) throw new Error('a job was rejected');
    }),
  );
  return jobs;
}
