import type { JobStatus, Preview } from '@kinora/client';
import { jobStatusSchema } from '@kinora/contract';
import { cleanText } from '@kinora/program/outside-text';
import { z } from 'zod';
import { readImageFacts } from '../media/image-facts.ts';
import { accept } from '../service/refusal.ts';
import { defineTool, type ToolCall, type ToolValue } from '../tool.ts';

const MAX_WAIT_SECONDS = 25;
/** Hosts end a call that reports nothing for long. */
const REPORT_MS = 1500;

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
  async run({ job_id: jobId, wait_seconds: seconds }, _adapter, call) {
    const job = await waitForEnd(jobId, seconds, call);
    const content = job.status === 'completed' ? await describeResult(job, call) : [];
    return accept({ value: { ...job, next: nextOf(job) }, content });
  },
});

/** The status of the job when it ends, or when the time is up. */
async function waitForEnd(
  jobId: string,
  seconds: number,
  { kinora, signal, report }: ToolCall,
): Promise<JobStatus> {
  if (seconds === 0) return kinora.job(jobId, { signal });
  const enough = new AbortController();
  const stop = () => enough.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(stop, seconds * 1000);
  let last: JobStatus | undefined;
  const describe = () => last && report((last.progress ?? 0) * 100, placeOf(last));
  const reporting = setInterval(describe, REPORT_MS);
  try {
    for await (last of kinora.watch(jobId, { signal: enough.signal })) {
      if (last.status !== 'queued') return last;
      await describe();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!enough.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    clearInterval(reporting);
    signal.removeEventListener('abort', stop);
  }
  // The time is up. Where events do not arrive, the last status may be old.
  return kinora.job(jobId, { signal });
}

function placeOf({ queue_position: position, estimated_wait_seconds: left }: JobStatus): string {
  const place = position === undefined ? 'running' : `waiting, number ${position} in the queue`;
  return left === undefined ? place : `${place}, about ${left} s left`;
}

function nextOf({ status, kind: medium }: JobStatus): string {
  if (status === 'queued') return 'Call service_check_status again with this job_id.';
  if (status === 'completed')
    return `Give result_url to the person, or download the ${medium} and keep the file.`;
  if (status === 'blocked') return 'The safety check stopped it; nothing was charged. Change the request.';
  return 'It failed and nothing was charged. Order it again, with a new idempotency key.';
}

/** A link to the result and a small preview of it: the image itself, or the first frame of a video. */
async function describeResult(
  { job_id: jobId, kind: medium, result_url: uri = '' }: JobStatus,
  { kinora, signal }: ToolCall,
): Promise<NonNullable<ToolValue<typeof output>['content']>> {
  const mimeType = medium === 'image' ? 'image/png' : 'video/mp4';
  const name = `${cleanText(jobId)}.${medium === 'image' ? 'png' : 'mp4'}`;
  const link = {
    type: 'resource_link' as const,
    uri: cleanText(uri),
    name,
    mimeType,
    description: `The ${medium}, for 24 hours.`,
  };
  // The result is worth having without a preview.
  const preview = await kinora.preview(jobId, { signal }).catch(() => undefined);
  const image = preview && imageOf(preview);
  return [...(/^https?:/i.test(uri) ? [link] : []), ...(image === undefined ? [] : [image])];
}

/** A preview has 512 pixels; a host decodes what it gets. */
const PREVIEW_SIDE_MAX = 2048;

/** The type is read from the bytes and not from what the service calls it, because a host could open a page. */
function imageOf({ bytes }: Preview) {
  const facts = readImageFacts(bytes);
  if (facts === undefined || Math.max(facts.width, facts.height) > PREVIEW_SIDE_MAX) return undefined;
  return { type: 'image' as const, data: Buffer.from(bytes).toString('base64'), mimeType: facts.mime };
}
