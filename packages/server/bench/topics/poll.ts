import { createAcceptJob } from '../../src/jobs/accept/accept-jobs.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { runContest } from '../contest.ts';
import { CONTEST_HEADER, CONTEST_NOTE, contestRows } from '../contest-table.ts';
import { jobRequest } from '../job-request.ts';
import { jobPath } from '../requests.ts';
import { type Account, createAccounts, type Service, startService } from '../service.ts';
import { number } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const JOBS = 1000;

async function run(bench: Run): Promise<Table> {
  const service = await startService(bench.closing);
  const jobs = await acceptJobs(service, await createAccounts(service.database));
  const matches = await runContest(bench, {
    service,
    requests: jobs.map(({ jobId, account }) => ({
      method: 'GET',
      path: jobPath(jobId),
      headers: account.headers,
    })),
    statement: 'find',
    ids: jobs.map(({ jobId }) => jobId),
  });
  return {
    title: `poll: GET ${jobPath('<job_id>')}, ${number(JOBS)} jobs`,
    header: CONTEST_HEADER,
    rows: contestRows(matches, 'bare SQL, a select each'),
    notes: [CONTEST_NOTE],
  };
}

interface AcceptedJob {
  readonly jobId: string;
  readonly account: Account;
}

async function acceptJobs({ database }: Service, accounts: readonly Account[]): Promise<AcceptedJob[]> {
  const acceptJob = createAcceptJob({
    database,
    clock: systemClock,
    topUpUrl: () => '',
    onAccepted: () => {},
    requestRecharge: async () => {},
  });
  const jobs = Array.from({ length: JOBS }, (_, at) => ({
    jobId: newId(),
    account: accounts[at % accounts.length] as Account,
  }));
  await Promise.all(jobs.map(({ jobId, account }) => acceptJob(jobRequest(jobId, account.id))));
  return jobs;
}

export const poll: Topic = { name: 'poll', summary: 'throughput and latency of a poll', run };
