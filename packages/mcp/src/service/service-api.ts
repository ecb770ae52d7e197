import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AcceptedImage,
  AcceptedVideo,
  ClaimStatus,
  ImageGenerateBody,
  JobStatus,
  PayStart,
  PayStartRequest,
  Usage,
  VideoGenerateBody,
} from '@kinora/contract';
import { adapterVersion } from '../adapter-facts.ts';
import { accept, type Outcome, refuse } from './refusal.ts';

/** The calls of the v1 interface that the tools make. */
export interface ServiceApi {
  generateImage(body: ImageGenerateBody, order: Order): Promise<Outcome<AcceptedImage>>;
  generateVideo(body: VideoGenerateBody, order: Order): Promise<Outcome<AcceptedVideo>>;
  job(jobId: string, signal: AbortSignal): Promise<Outcome<JobStatus>>;
  /** A small JPEG of a completed job. */
  preview(jobId: string, signal: AbortSignal): Promise<Outcome<Uint8Array>>;
  deleteJob(jobId: string, signal: AbortSignal): Promise<Outcome<undefined>>;
  usage(signal: AbortSignal): Promise<Outcome<Usage>>;
  startClaim(body: PayStartRequest, signal: AbortSignal): Promise<Outcome<PayStart>>;
  pollClaim(code: string, signal: AbortSignal): Promise<Outcome<ClaimStatus>>;
}

interface Order {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal: AbortSignal;
  /** Whether a call that got no response may be made again: reads, and orders with an idempotency key. */
  readonly repeatable?: boolean;
}

const RESPONSE_TIMEOUT_MS = 60_000;
/** Pauses before a call that got no response is made again. */
const RETRY_PAUSES_MS = [500, 1500];

export function createServiceApi(address: string, readKey: () => Promise<string | undefined>): ServiceApi {
  const call = (path: string, { repeatable = true, ...rest }: Call) =>
    repeat(() => send(address, path, rest, readKey), repeatable ? RETRY_PAUSES_MS : [], rest.signal);
  const json = async <Body>(path: string, given: Call): Promise<Outcome<Body>> => {
    const sent = await call(path, given);
    return sent.ok ? accept((await sent.value.json()) as Body) : sent;
  };
  const job = (jobId: string) => `/jobs/${encodeURIComponent(jobId)}`;
  return {
    generateImage: (body, order) => json('/images/generate', { method: 'POST', body, ...order }),
    generateVideo: (body, order) => json('/videos/generate', { method: 'POST', body, ...order }),
    job: (jobId, signal) => json(job(jobId), { signal }),
    async preview(jobId, signal) {
      const sent = await call(`${job(jobId)}/preview`, { signal });
      return sent.ok ? accept(new Uint8Array(await sent.value.arrayBuffer())) : sent;
    },
    async deleteJob(jobId, signal) {
      const sent = await call(job(jobId), { method: 'DELETE', signal });
      return sent.ok ? accept(undefined) : sent;
    },
    usage: (signal) => json('/usage', { signal }),
    startClaim: (body, signal) => json('/pay/start', { method: 'POST', body, signal, repeatable: false }),
    // Answered once with the key: a second poll after a lost response would say that it was delivered.
    pollClaim: (code, signal) => json(`/pay/claim/${code}`, { signal, repeatable: false }),
  };
}

/** Makes a call again while the service cannot be reached. */
async function repeat<Value>(
  attempt: () => Promise<Outcome<Value>>,
  pausesMs: readonly number[],
  signal: AbortSignal,
): Promise<Outcome<Value>> {
  for (const pause of pausesMs) {
    const outcome = await attempt();
    if (outcome.ok || outcome.refusal.code !== 'unreachable') return outcome;
    await sleep(pause, undefined, { signal });
  }
  return attempt();
}

async function send(
  address: string,
  path: string,
  { method = 'GET', body, idempotencyKey, signal }: Call,
  readKey: () => Promise<string | undefined>,
): Promise<Outcome<Response>> {
  const key = await readKey();
  let response: Response;
  try {
    response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: {
        'user-agent': `kinora-mcp/${adapterVersion}`,
        ...(key !== undefined && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect to another origin would be sent the key.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    });
  } catch {
    // Nothing of the error is passed on: a message of the HTTP library may quote a header.
    signal.throwIfAborted();
    return refuse('unreachable', `The service at ${address} cannot be reached. Retry in a moment.`);
  }
  return response.ok ? accept(response) : { ok: false, refusal: await readRefusal(response) };
}

async function readRefusal(response: Response) {
  const text = await response.text().catch(() => '');
  const { error, code, ...fields } = readObject(text);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    status: response.status,
    code: typeof code === 'string' ? code : `http_${response.status}`,
    message: typeof error === 'string' ? error : `The service answered with status ${response.status}.`,
    fields,
    ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
  };
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}
