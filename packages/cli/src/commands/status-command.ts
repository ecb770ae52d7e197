import type { JobStatus } from '@kinora/client';
import { UsageError } from '@kinora/program/command';
import { type CustomerCommand, jsonOption, requireArgument, serverOption } from '../customer-command.ts';
import { describeSeconds } from '../describe-seconds.ts';
import { exitStatus } from '../exit-status.ts';
import { finishJob } from '../finish-job.ts';
import { formatUsd, print, printJson, styled } from '../output.ts';
import { readTarget } from '../save-result.ts';
import { signedIn } from '../session.ts';

export const status: CustomerCommand = {
  name: 'status',
  parameters: 'JOB',
  about: `Shows a job; with --wait, waits for its end; with -o, saves its result.

  kinora status 01a1… --wait -o fox.png`,
  options: {
    wait: { about: 'Wait for the end of the job.' },
    output: {
      value: 'FILE',
      short: 'o',
      about: 'Where to save the result; - is standard output.',
      isFile: true,
    },
    ...jsonOption('the response of GET /v1/jobs/{job_id}; with -o also "file".'),
    ...serverOption,
  },
  async run(line) {
    const jobId = requireArgument(line, 0, 'the id of the job');
    const output = line.text('output');
    const target = output === undefined ? undefined : await readTarget(output);
    const client = await signedIn(line.text('server'));
    const job = await client.job(jobId);
    if (target !== undefined && job.status === 'queued' && !line.has('wait')) {
      throw new UsageError('the job has no result yet; add --wait');
    }
    if (target !== undefined || line.has('wait')) return finishJob(client, job, target, line.has('json'));
    if (line.has('json')) printJson(job);
    else printJob(job);
    return exitStatus.done;
  },
};

const COLOURS = { completed: 'green', queued: 'yellow', blocked: 'red', failed: 'red' } as const;

function printJob(job: JobStatus): void {
  const { progress, queue_position: position, estimated_wait_seconds: seconds } = job;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Job', job.job_id],
    ['Kind', job.kind],
    ['Model', job.model],
    ['Status', job.status],
    ['Progress', progress === undefined ? undefined : `${Math.floor(progress * 100)} %`],
    ['Position', position === undefined ? undefined : String(position)],
    ['Ends in', seconds === undefined ? undefined : `about ${describeSeconds(seconds)}`],
    ['Error', job.error],
    ['Price', formatUsd(job.price_cents)],
    ['Seed', String(job.seed)],
    ['Created', job.created_at],
    ['Ended', job.completed_at ?? undefined],
    ['Result', job.result_url],
  ];
  for (const [name, value] of rows) {
    if (value === undefined) continue;
    // A later service may have a status that is not known here.
    const colour = name === 'Status' ? (COLOURS[job.status] ?? 'dim') : undefined;
    print(`${name.padEnd(9)} `, colour === undefined ? value : styled(colour, value));
  }
}
