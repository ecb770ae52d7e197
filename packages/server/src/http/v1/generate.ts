import { randomInt } from 'node:crypto';
import {
  imageGenerateRequestSchema,
  invalidRequest,
  type Problem,
  problem,
  seedMax,
  videoGenerateRequestSchema,
} from '@kinora/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommitUnknown } from '../../db/database.ts';
import type { AcceptJob } from '../../jobs/accept-jobs.ts';
import type { RateState } from '../../jobs/decide-limits.ts';
import type { JobRequest } from '../../jobs/decide-request.ts';
import { newId, sha256 } from '../../kernel/ids.ts';
import { ok, type Result, refused } from '../../kernel/result.ts';
import { inspectUpload } from '../../media/inspect-upload.ts';
import { type Quote, quoteImage, quoteVideo } from '../../pricing/quote.ts';
import { modeRules } from '../../pricing/video-modes.ts';
import { initImageKey, jobFolder } from '../../storage/blob-keys.ts';
import { type Blobs, isOutOfSpace } from '../../storage/blobs.ts';
import { callerOf } from '../authenticate.ts';
import { sendProblem } from '../problem-handler.ts';
import { readBody } from '../read-body.ts';

interface GenerateDependencies {
  readonly acceptJob: AcceptJob;
  readonly blobs: Blobs;
  /** Called after each acceptance of a caller who was rejected of late. */
  readonly judge: (accountId: string) => Promise<void>;
}

/** What a valid request asks for, whichever kind it is. */
interface Order {
  readonly prompt: string;
  readonly seed: number | undefined;
  readonly quote: Quote;
  readonly initImageBase64: string | undefined;
  /** The request as understood, for comparing two with the same Idempotency-Key. */
  readonly understood: object;
}

/** POST /images/generate and POST /videos/generate. */
export function generateRoutes(routes: FastifyInstance, dependencies: GenerateDependencies): void {
  routes.post('/images/generate', (request, reply) => generate(request, reply, readImageOrder, dependencies));
  routes.post('/videos/generate', (request, reply) => generate(request, reply, readVideoOrder, dependencies));
}

async function generate(
  request: FastifyRequest,
  reply: FastifyReply,
  readOrder: (body: unknown) => Result<Order, Problem>,
  dependencies: GenerateDependencies,
): Promise<FastifyReply> {
  const headers = readHeaders(request);
  if (!headers.ok) return sendProblem(reply, headers.problem);
  const order = readOrder(request.body);
  if (!order.ok) return sendProblem(reply, order.problem);

  const jobId = newId();
  const stored = await storeInitImage(jobId, order.value.initImageBase64, dependencies.blobs);
  if (!stored.ok) return sendProblem(reply, stored.problem);

  const key = headers.value;
  const caller = callerOf(request);
  const job: JobRequest = {
    jobId,
    accountId: caller.accountId,
    prompt: order.value.prompt,
    seed: order.value.seed ?? randomInt(seedMax + 1),
    quote: order.value.quote,
    initImageKey: stored.value,
    idempotency: key === undefined ? null : { key, requestHash: hashOf(request, order.value) },
  };
  const accepted = await accept(job, dependencies);
  if (accepted.rate !== undefined) reply.headers(rateHeaders(accepted.rate));
  if (!accepted.ok) return sendProblem(reply, accepted.problem);
  if (caller.rejectedOfLate) await dependencies.judge(caller.accountId);
  if (accepted.value.replayed) reply.header('idempotent-replayed', 'true');
  return reply.send(accepted.value.answer);
}

function rateHeaders({ limit, remaining, resetSeconds }: RateState): Record<string, string> {
  return {
    'ratelimit-policy': `"calls";q=${limit};w=60`,
    ratelimit: `"calls";r=${remaining};t=${resetSeconds}`,
  };
}

/** Accepts the job; the uploaded picture of one that was not accepted goes again. */
async function accept(
  job: JobRequest,
  { acceptJob, blobs }: GenerateDependencies,
): Promise<Awaited<ReturnType<AcceptJob>>> {
  const discard = async () => {
    if (job.initImageKey !== null) await blobs.deleteFolder(jobFolder(job.jobId));
  };
  try {
    const accepted = await acceptJob(job);
    if (!accepted.ok || accepted.value.replayed) await discard();
    return accepted;
  } catch (error) {
    // Where nobody knows whether it was accepted, the job may need its picture.
    if (!(error instanceof CommitUnknown)) await discard();
    throw error;
  }
}

function readImageOrder(body: unknown): Result<Order, Problem> {
  const read = readBody(imageGenerateRequestSchema, body);
  if (!read.ok) return read;
  const { prompt, seed } = read.value;
  return ok({
    prompt,
    seed,
    quote: quoteImage(read.value),
    initImageBase64: undefined,
    understood: read.value,
  });
}

function readVideoOrder(body: unknown): Result<Order, Problem> {
  const read = readBody(videoGenerateRequestSchema, body);
  if (!read.ok) return read;
  const quote = quoteVideo(read.value);
  if (!quote.ok) return quote;
  const { prompt, seed, init_image_base64: initImageBase64 } = read.value;
  const understood = { ...modeRules[quote.value.mode].defaultSize, ...read.value };
  return ok({ prompt, seed, quote: quote.value, initImageBase64, understood });
}

const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** The Idempotency-Key, if one was sent. */
function readHeaders({ headers }: FastifyRequest): Result<string | undefined, Problem> {
  const store = headers['x-service-store'];
  if (store !== undefined && store !== '1') {
    // Storing what the caller asked not to store would be worse than refusing it.
    const message = 'this server cannot yet return results without storing them; leave the header out';
    return refused(invalidRequest([{ path: 'X-Service-Store', message }]));
  }
  const key = headers['idempotency-key'];
  if (key === undefined) return ok(undefined);
  if (typeof key === 'string' && PRINTABLE.test(key)) return ok(key);
  return refused(
    invalidRequest([{ path: 'Idempotency-Key', message: 'must be 1 to 255 printable characters' }]),
  );
}

async function storeInitImage(
  jobId: string,
  base64: string | undefined,
  blobs: Blobs,
): Promise<Result<string | null, Problem>> {
  if (base64 === undefined) return ok(null);
  const png = await inspectUpload(base64);
  if (!png.ok) return png;
  const key = initImageKey(jobId);
  try {
    await blobs.put(key, png.value);
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
    return refused(
      problem(
        'video_validation_unavailable',
        'The picture cannot be stored right now; nothing was charged. Retry in a minute.',
      ),
    );
  }
  return ok(key);
}

function hashOf(request: FastifyRequest, { quote, understood }: Order): Buffer {
  return sha256(`${request.method} ${quote.kind} ${JSON.stringify(understood)}`);
}
