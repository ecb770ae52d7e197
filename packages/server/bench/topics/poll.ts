import { acceptJobs } from '../accept-jobs.ts';
import { runContest } from '../contest.ts';
import { CONTEST_HEADER, CONTEST_NOTES, contestRows } from '../contest-table.ts';
import type { HttpRequest } from '../processes/http-load.ts';
import { bareFastify, bareSql, httpLoad } from '../references.ts';
import { jobPath } from '../requests.ts';
import { createAccounts, startService } from '../service.ts';
import { number } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const JOBS = 1000;

async function run(bench: Run): Promise<Table> {
  const service = await startService(bench.closing);
  const jobs = await acceptJobs(service, await createAccounts(service.database), JOBS);
  const requests = jobs.map(({ jobId, account }): HttpRequest => {
    return { method: 'GET', path: jobPath(jobId), headers: account.headers };
  });
  const references = [
    bareSql(
      bench,
      service,
      'find',
      jobs.map(({ jobId }) => jobId),
    ),
    await bareFastify(bench, requests),
  ];
  const matches = await runContest(
    bench,
    httpLoad(bench, service.url, requests),
    references,
    [1, 32, 64, 128],
  );
  return {
    title: `poll: GET ${jobPath('<job_id>')}, ${number(JOBS)} jobs`,
    header: CONTEST_HEADER,
    rows: contestRows(matches),
    notes: CONTEST_NOTES,
  };
}

export const poll: Topic = { name: 'poll', summary: 'throughput and latency of a poll', run };
