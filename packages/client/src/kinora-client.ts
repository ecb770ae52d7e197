import type {
  AcceptedImage,
  AcceptedJob,
  AcceptedVideo,
  Balance,
  ImageGenerateBody,
  JobStatus,
  Usage,
  VideoGenerateBody,
} from '@kinora/contract';
import { KinoraError } from './kinora-error.ts';

export interface ClientOptions {
  /** The service's base address, with or without `/api`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The name of your application, such as `my-app/1.0`; the service rejects the default of an HTTP library. */
  readonly userAgent: string;
}

export interface GenerateOptions {
  /** Makes a retry safe: for 24 hours, the same key with the same request is one job and one charge. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface WaitOptions {
  /** Milliseconds between polls; default 2000. */
  readonly pollMs?: number;
  readonly onPoll?: (status: JobStatus) => void;
  readonly signal?: AbortSignal;
}

/** A typed client of the v1 interface. Every method rejects with a `KinoraError` if the response is not 2xx. */
export interface KinoraClient {
  generateImage(request: ImageGenerateBody, options?: GenerateOptions): Promise<AcceptedImage>;
  generateVideo(request: VideoGenerateBody, options?: GenerateOptions): Promise<AcceptedVideo>;
  job(jobId: string): Promise<JobStatus>;
  /** Polls until the job is completed, failed or blocked, and resolves with that status. */
  waitFor(job: AcceptedJob | string, options?: WaitOptions): Promise<JobStatus>;
  /** Downloads a signed `result_url`. */
  download(resultUrl: string): Promise<Uint8Array>;
  deleteJob(jobId: string): Promise<void>;
  usage(): Promise<Usage>;
  balance(): Promise<Balance>;
}

const POLL_MS = 2000;

export function createKinoraClient({ baseUrl, apiKey, userAgent }: ClientOptions): KinoraClient {
  const base = baseUrl.replace(/\/+$/, '');
  const headers = { 'x-api-key': apiKey, 'user-agent': userAgent };

  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${base}/v1${path}`, { ...init, headers: { ...headers, ...init.headers } });
    return requireOk(response);
  }

  async function get<Body>(path: string): Promise<Body> {
    return (await (await call(path)).json()) as Body;
  }

  async function generate<Body>(path: string, body: unknown, options: GenerateOptions = {}): Promise<Body> {
    const response = await call(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
      },
      ...(options.signal && { signal: options.signal }),
    });
    return (await response.json()) as Body;
  }

  const job = (jobId: string): Promise<JobStatus> => get(`/jobs/${encodeURIComponent(jobId)}`);

  return {
    generateImage: (request, options) => generate('/images/generate', request, options),
    generateVideo: (request, options) => generate('/videos/generate', request, options),
    job,
    async waitFor(target, { pollMs = POLL_MS, onPoll, signal } = {}) {
      const jobId = typeof target === 'string' ? target : target.job_id;
      for (;;) {
        signal?.throwIfAborted();
        const status = await job(jobId);
        onPoll?.(status);
        if (status.status !== 'queued') return status;
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    },
    async download(resultUrl) {
      const response = await requireOk(await fetch(resultUrl, { headers: { 'user-agent': userAgent } }));
      return new Uint8Array(await response.arrayBuffer());
    },
    async deleteJob(jobId) {
      await call(`/jobs/${encodeURIComponent(jobId)}`, { method: 'DELETE' });
    },
    usage: () => get('/usage'),
    balance: () => get('/me/balance'),
  };
}

async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text();
  throw new KinoraError(response.status, response.headers, readBody(text));
}

function readBody(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return { error: text.slice(0, 500) };
  }
}
