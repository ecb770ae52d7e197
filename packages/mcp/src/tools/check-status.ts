import { setTimeout as sleep } from 'node:timers/promises';
import { type JobStatus, jobStatusSchema } from '@kinora/contract';
import { z } from 'zod';
import type { Outcome } from '../service/refusal.ts';
import { type Adapter, defineTool, type ToolCall, type ToolValue } from '../tool.ts';

const MAX_WAIT_SECONDS = 25;
const POLL_MS = 1500;

const output = z.object({ ...jobStatusSchema.shape, next: z.string().describe('What to do next.') });

export const checkStatus = defineTool({
  name: 'service_check_status',
  title: 'Check a job',
  description:
    'Waits until a job ends, for at most 25 seconds, and returns its status. Costs nothing. While the status is ' +
    'queued, call it again with the same job_id. A completed job has result_url: give it to the person, or download ' +
    'it once and keep the file, because the link expires in 24 hours and the result is deleted after 7 days. ' +
    'A blocked or failed job was not charged.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  needsKey: true,
  input: z.strictObject({
    job_id: z.string().min(1).describe('The job_id that a tool that starts a job returned.'),
    wait_seconds: z
      .number()
      .min(0)
      .max(MAX_WAIT_SECONDS)
      .default(MAX_WAIT_SECONDS)
      .describe('How long to wait for the end at most; 0 returns at once.'),
  }),
  output,
  async run({ job_id: jobId, wait_seconds: seconds }, adapter, call) {
    const found = await waitForEnd(adapter, jobId, Date.now() + seconds * 1000, call);
    if (!found.ok) return found;
    const job = found.value;
    const content = job.status === 'completed' ? await describeResult(job, adapter, call) : [];
    return { ok: true, value: { value: { ...job, next: nextOf(job) }, content } };
  },
});

/** Polls until the job ends or the time is up. */
async function waitForEnd(
  { api }: Adapter,
  jobId: string,
  until: number,
  { signal, report }: ToolCall,
): Promise<Outcome<JobStatus>> {
  for (;;) {
    const found = await api.job(jobId, signal);
    if (!found.ok || found.value.status !== 'queued') return found;
    const { progress = 0, queue_position: position, estimated_wait_seconds: left } = found.value;
    const place = position === undefined ? 'running' : `waiting, number ${position} in the queue`;
    await report(progress * 100, left === undefined ? place : `${place}, about ${left} s left`);
    const remaining = until - Date.now();
    if (remaining <= 0) return found;
    await sleep(Math.min(POLL_MS, remaining), undefined, { signal });
  }
}

function nextOf({ status, kind }: JobStatus): string {
  if (status === 'queued') return 'Call service_check_status again with this job_id.';
  if (status === 'completed')
    return `Give result_url to the person, or download the ${kind} and keep the file.`;
  if (status === 'blocked') return 'The safety check stopped it; nothing was charged. Change the request.';
  return 'It failed and nothing was charged. Order it again, with a new idempotency key.';
}

/** A link to the result and a small preview of it: the image itself, or the first frame of a video. */
async function describeResult(
  { job_id: jobId, kind, result_url: uri = '' }: JobStatus,
  { api }: Adapter,
  { signal }: ToolCall,
): Promise<NonNullable<ToolValue<typeof output>['content']>> {
  const mimeType = kind === 'image' ? 'image/png' : 'video/mp4';
  const name = `${jobId}.${kind === 'image' ? 'png' : 'mp4'}`;
  const link = {
    type: 'resource_link' as const,
    uri,
    name,
    mimeType,
    description: `The ${kind}, for 24 hours.`,
  };
  // The result is worth having without a preview.
  const preview = await api.preview(jobId, signal);
  if (!preview.ok) return [link];
  const data = Buffer.from(preview.value).toString('base64');
  return [link, { type: 'image', data, mimeType: 'image/jpeg' }];
}
