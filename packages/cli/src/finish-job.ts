import type { JobStatus, KinoraClient } from '@kinora/client';
import { exitStatus } from './exit-status.ts';
import { followJob, type ProgressView, startProgressView } from './follow-job.ts';
import { interruptible } from './interrupt.ts';
import { formatBytes, formatUsd, note, noteJson, print, printJson, styled } from './output.ts';
import { fileFor, save, type Target } from './save-result.ts';

/** Waits for a job, saves its result and prints what it became. Returns the exit status. */
export async function finishJob(
  client: KinoraClient,
  job: Pick<JobStatus, 'job_id' | 'kind'>,
  target: Target | undefined,
  asJson: boolean,
): Promise<number> {
  const startedAt = performance.now();
  const resume = `kinora status ${job.job_id} --wait`;
  const consequence = () =>
    `interrupted; the job continues. Follow it with "${resume}", or end it with "kinora delete".`;
  const view = startProgressView(job.kind === 'image' ? 'Image' : 'Video');
  const { status, file, bytes } = await interruptible(consequence, async (signal) => {
    const status = await followJob(client, job.job_id, view, signal);
    if (status.result_url === undefined || target === undefined) return { status };
    const file = fileFor(target, status);
    try {
      const bytes = await download(client, status.result_url, file, view, signal);
      return { status, file, bytes };
    } catch (error) {
      view.clear();
      // It is paid, and its name is not known otherwise.
      if (!signal.aborted)
        note(`The ${job.kind} is ready. Save it with "kinora status ${job.job_id} -o FILE".`);
      throw error;
    }
  }).finally(view.clear);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (asJson) printEndAsJson(status, file, target);
  else printEnd(status, { file, bytes, seconds, isStandardOutput: target?.isStandardOutput === true });
  return statusOfEnd(status);
}

async function download(
  client: KinoraClient,
  url: string,
  file: string | undefined,
  view: ProgressView,
  signal: AbortSignal,
): Promise<number> {
  let size = 0;
  const { body } = await client.openDownload(url, {
    signal,
    onProgress: ({ received, total }) => {
      size = received;
      view.show(1, `downloading ${formatBytes(total ?? received)}`);
    },
  });
  await save(body as unknown as AsyncIterable<Uint8Array>, file, signal);
  return size;
}

interface End {
  readonly file: string | undefined;
  readonly bytes: number | undefined;
  readonly seconds: string;
  readonly isStandardOutput: boolean;
}

export function printEnd(status: JobStatus, { file, bytes, seconds, isStandardOutput }: End): void {
  if (status.status !== 'completed') {
    note(`The job was not completed: ${status.status}. ${status.error ?? ''}`);
    return;
  }
  const details = [
    bytes === undefined ? '' : formatBytes(bytes),
    formatUsd(status.price_cents),
    `seed ${status.seed}`,
    `${seconds} s`,
  ];
  const summary = details.filter(Boolean).join('  ');
  if (isStandardOutput) {
    note(`${status.job_id}  ${summary}`);
    return;
  }
  const shown =
    file === undefined ? (status.result_url ?? status.job_id) : ({ text: file, isOwn: true } as const);
  // A program reads the name of the file alone.
  if (process.stdout.isTTY) print(styled('green', '✔'), ' ', shown, '  ', styled('dim', summary));
  else print(shown);
}

function printEndAsJson(status: JobStatus, file: string | undefined, target: Target | undefined): void {
  if (target?.isStandardOutput === true) noteJson(status);
  else printJson({ ...status, ...(file !== undefined && { file }) });
}

export function statusOfEnd({ status }: JobStatus): number {
  if (status === 'blocked') return exitStatus.blocked;
  return status === 'failed' ? exitStatus.failed : exitStatus.done;
}
