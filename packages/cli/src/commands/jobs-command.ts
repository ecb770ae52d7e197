import type { JobPage, JobStatus, JobsQuery, KinoraClient } from '@kinora/client';
import { UsageError } from '@kinora/program/command';
import { type CustomerCommand, jsonOption, serverOption } from '../customer-command.ts';
import { exitStatus } from '../exit-status.ts';
import { readNumber } from '../order.ts';
import { formatUsd, note, printJson, printTable } from '../output.ts';
import { signedIn } from '../session.ts';

const DEFAULT_LIMIT = 20;
const PAGE = 100;

export const jobs: CustomerCommand = {
  name: 'jobs',
  parameters: '',
  about: 'Lists your jobs of the last 7 days, newest first. Outside a terminal, tabs separate the values.',
  options: {
    limit: { value: 'N', short: 'n', about: `How many; default ${DEFAULT_LIMIT}.` },
    status: {
      value: 'STATUS',
      about: 'Only jobs with this status.',
      choices: ['queued', 'completed', 'blocked', 'failed'],
    },
    kind: { value: 'KIND', about: 'Only jobs of this kind.', choices: ['image', 'video'] },
    ...jsonOption('the response of GET /v1/jobs.'),
    ...serverOption,
  },
  async run(line) {
    const limit = readNumber(line, 'limit') ?? DEFAULT_LIMIT;
    if (!Number.isInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number from 1');
    const status = line.text('status') as JobsQuery['status'];
    const medium = line.text('kind') as JobsQuery['kind'];
    const client = await signedIn(line.text('server'));
    const found = await list(client, { status, kind: medium }, limit);
    if (line.has('json')) printJson(found);
    else if (found.jobs.length > 0)
      printTable(['JOB', 'KIND', 'STATUS', 'PRICE', 'CREATED'], found.jobs.map(rowOf));
    else if (process.stdout.isTTY) note('No jobs.');
    return exitStatus.done;
  },
};

/** Lists them as one page, however many the API needs for it. */
async function list(client: KinoraClient, filter: JobsQuery, limit: number): Promise<JobPage> {
  const found: JobStatus[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.jobs({ ...filter, cursor, limit: Math.min(PAGE, limit - found.length) });
    found.push(...page.jobs);
    // A page without jobs is the last, whatever it says.
    cursor = page.jobs.length === 0 ? undefined : page.next_cursor;
  } while (cursor !== undefined && found.length < limit);
  return { jobs: found.slice(0, limit), ...(cursor !== undefined && { next_cursor: cursor }) };
}

function rowOf({
  job_id,
  kind: medium,
  status,
  progress,
  price_cents,
  created_at,
}: JobStatus): readonly string[] {
  const shown = status === 'queued' && progress ? `${Math.floor(progress * 100)} %` : status;
  return [job_id, medium, shown, formatUsd(price_cents), created_at];
}
