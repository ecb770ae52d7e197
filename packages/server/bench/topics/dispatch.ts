import { leaseRequest } from '../../test/support/act-as-worker.ts';
import { acceptJobs } from '../accept-jobs.ts';
import { runContest } from '../contest.ts';
import { CONTEST_HEADER, CONTEST_NOTES, contestRows } from '../contest-table.ts';
import type { HttpRequest } from '../processes/http-load.ts';
import { bareSql, httpLoad } from '../references.ts';
import { createAccounts, startService } from '../service.ts';
import { number } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const WORKERS = 100;
/** More than are leased in all rounds. */
const QUEUED = 300_000;
const QUICK_QUEUED = 6_000;

async function run(bench: Run): Promise<Table> {
  const service = await startService(bench.closing);
  const accounts = await createAccounts(service.database);
  const queued = bench.quick ? QUICK_QUEUED : QUEUED;
  const jobs = await acceptJobs(service, accounts, queued);
  // A worker asks for the next job as soon as it has one: rendering takes no time, and nothing is delivered.
  const requests = Array.from({ length: WORKERS }, (_, at): HttpRequest => {
    const body = JSON.stringify(leaseRequest({ worker: `bench-${at}`, pools: ['image'] }));
    const headers = { authorization: `Bearer ${service.workerToken}`, 'content-type': 'application/json' };
    return { method: 'POST', path: '/worker/v1/leases', headers, body };
  });
  const references = [
    bareSql(
      bench,
      service,
      'claim',
      jobs.map(({ jobId }) => jobId),
    ),
  ];
  const matches = await runContest(bench, httpLoad(bench, service.url, requests), references, [1, WORKERS]);
  return {
    title: `dispatch: ${WORKERS} workers lease from a queue of ${number(queued)} jobs`,
    header: CONTEST_HEADER,
    rows: contestRows(matches),
    notes: CONTEST_NOTES,
  };
}

export const dispatch: Topic = { name: 'dispatch', summary: 'leases of a hundred workers', run };
