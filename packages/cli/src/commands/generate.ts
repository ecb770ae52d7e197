import type {
  AcceptedImage,
  AcceptedVideo,
  CallOptions,
  GenerateOptions,
  InlineResult,
  KinoraClient,
} from '@kinora/client';
import { UsageError } from '@kinora/program/command';
import { type CommandLine, jsonOption, type Options, serverOption } from '../customer-command.ts';
import { exitStatus } from '../exit-status.ts';
import { finishJob, printEnd } from '../finish-job.ts';
import { startProgressView } from '../follow-job.ts';
import { interruptible } from '../interrupt.ts';
import { noteJson, print, printJson } from '../output.ts';
import { fileFor, readTarget, save, type Target } from '../save-result.ts';
import { signedIn } from '../session.ts';

/** What `kinora image` and `kinora video` do alike. */

export const generateOptions: Options = {
  output: {
    value: 'FILE',
    short: 'o',
    about: 'Where to save the result; - is standard output. Default: named after the job.',
    isFile: true,
  },
  'no-wait': { about: 'Order only, and print the id of the job.' },
  'no-store': { about: 'Zero retention: the service keeps neither prompt nor result.' },
  'idempotency-key': { value: 'KEY', about: 'For 24 hours, the same key is the same order.' },
  ...jsonOption(
    'the response of GET /v1/jobs/{job_id} with "file"; with --no-wait that of the order; with --no-store {"job_id", "kind", "status", "seed", "price_cents", "file"}.',
  ),
  ...serverOption,
};

/** The order may have arrived, and nothing says so yet. */
const whileOrdering = () =>
  'interrupted; the job may have been ordered already. "kinora jobs" lists it, and "kinora delete" ends it.';

interface Ordering {
  readonly medium: 'image' | 'video';
  accept(client: KinoraClient, options: GenerateOptions): Promise<AcceptedImage | AcceptedVideo>;
  inline(client: KinoraClient, options: CallOptions): Promise<InlineResult>;
}

export async function generate(line: CommandLine, ordering: Ordering): Promise<number> {
  const [noWait, noStore] = [line.has('no-wait'), line.has('no-store')];
  const idempotencyKey = line.text('idempotency-key');
  if (noStore && (noWait || idempotencyKey !== undefined)) {
    throw new UsageError(
      '--no-store waits for the one response that has the result: leave out --no-wait and --idempotency-key',
    );
  }
  if (idempotencyKey !== undefined && !/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new UsageError('--idempotency-key must have 1 to 255 printable ASCII characters');
  }
  const target = await readTarget(line.text('output'));
  const client = await signedIn(line.text('server'));
  if (noStore) return generateInline(client, ordering, target, line.has('json'));
  const job = await interruptible(whileOrdering, (signal) =>
    ordering.accept(client, { idempotencyKey, signal }),
  );
  if (!noWait) return finishJob(client, job, target, line.has('json'));
  if (line.has('json')) printJson(job);
  else print(job.job_id);
  return exitStatus.done;
}

async function generateInline(
  client: KinoraClient,
  { medium, inline }: Ordering,
  target: Target,
  asJson: boolean,
): Promise<number> {
  const startedAt = performance.now();
  const view = startProgressView(medium === 'image' ? 'Image' : 'Video');
  view.show(0, 'waiting for the result');
  const consequence = () => 'interrupted; the job is cancelled.';
  const result = await interruptible(consequence, (signal) => inline(client, { signal })).finally(view.clear);
  const { jobId, seed, priceCents, bytes } = result;
  const file = fileFor(target, { job_id: jobId, kind: medium });
  await save(onePart(bytes), file);
  const end = { job_id: jobId, kind: medium, status: 'completed', seed, price_cents: priceCents } as const;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { isStandardOutput } = target;
  if (asJson && isStandardOutput) noteJson(end);
  else if (asJson) printJson({ ...end, file });
  else
    printEnd(
      { ...end, created_at: '', completed_at: null },
      { file, bytes: bytes.length, seconds, isStandardOutput },
    );
  return exitStatus.done;
}

async function* onePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
