import { setTimeout } from 'node:timers/promises';
import { RenderFault } from '@kinora/engine/engine';
import { readFailure, unknownFieldIn } from './read-failure.ts';
import { type OpenAiSettings, type Timeouts, timeoutsOf } from './settings.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly body?: FormData | object | undefined;
  readonly timeoutMs: number;
  /** Aborted when the response is no longer needed; the call then rejects with its reason. */
  readonly signal: AbortSignal;
  /** The prompt, which no error message may repeat. */
  readonly prompt?: string | undefined;
  readonly maxBytes?: number | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly bytes: Uint8Array;
}

/** The API at one base URL. Error responses become `RenderFault` or `RenderRefused`. */
export interface Api {
  readonly timeouts: Timeouts;
  /** `path` is below `/v1`, or a whole address. */
  call(path: string, call: Call): Promise<ApiResponse>;
  /** The absolute URL of a result, which servers give in full or relative to their root. */
  locate(url: string): string;
  /**
   * Posts fields, and retries while the server is busy or cannot be reached. A field of `optional` that the server rejects
   * as unknown is omitted from then on: servers differ in what they add to the interface, and a strict one rejects
   * unknown fields.
   */
  create(path: string, request: CreateRequest): Promise<ApiResponse>;
}

interface CreateRequest extends Omit<Call, 'method' | 'body'> {
  readonly fields: Readonly<Record<string, string | number | undefined>>;
  readonly optional: readonly string[];
  readonly file?: { readonly name: string; readonly png: Uint8Array } | undefined;
  readonly asJson: boolean;
}

export const MAX_MEDIA_BYTES = 512 * 2 ** 20;
/** An image in base64 within JSON. */
const MAX_JSON_BYTES = 192 * 2 ** 20;
const MAX_HOPS = 3;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

export function createApi(settings: OpenAiSettings): Api {
  const timeouts = timeoutsOf(settings);
  const base = `${settings.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
  const unknown = new Map<string, Set<string>>();

  const call = (path: string, request: Call): Promise<ApiResponse> =>
    fetchResponse(base, path, request, settings);

  async function create(path: string, request: CreateRequest): Promise<ApiResponse> {
    const omitted = unknown.get(path) ?? new Set<string>();
    unknown.set(path, omitted);
    const deadline = performance.now() + timeouts.patience;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
      try {
        return await call(path, { ...request, method: 'POST', body: bodyOf(request, omitted) });
      } catch (error) {
        const field = error instanceof ApiFault ? rejectedFieldIn(error, request, omitted) : undefined;
        if (field !== undefined) {
          omitted.add(field);
          continue;
        }
        // Some servers ask for a pause of 0 s, again and again.
        const waitMs = Math.max(pauseMs, error instanceof ApiFault ? (error.retryAfterMs ?? 0) : 0);
        if (!isForNow(error) || performance.now() + waitMs > deadline) throw error;
        await setTimeout(waitMs, undefined, { signal: request.signal }).catch(() => {});
        request.signal.throwIfAborted();
      }
    }
  }

  const locate = (url: string) => (URL.canParse(url, base) ? new URL(url, base).href : url);
  return { timeouts, call, locate, create };
}

const FOR_NOW_STATUSES = [429, 502, 503, 504];

/** Whether the server is busy or restarts, so that the same request may succeed soon. */
export function isForNow(error: unknown): boolean {
  return (
    error instanceof ServerUnreachable ||
    (error instanceof ApiFault && FOR_NOW_STATUSES.includes(error.status))
  );
}

function rejectedFieldIn(
  { status, body }: ApiFault,
  { optional }: CreateRequest,
  omitted: ReadonlySet<string>,
): string | undefined {
  const sent = optional.filter((field) => !omitted.has(field));
  return unknownFieldIn(status, body, sent);
}

/** No connection, or one that broke. */
export class ServerUnreachable extends RenderFault {}

/** A fault that a response of the server reports. */
export class ApiFault extends RenderFault {
  readonly status: number;
  readonly body: string;
  readonly retryAfterMs: number | undefined;
  constructor(fault: RenderFault, status: number, body: string, retryAfterMs: number | undefined) {
    super(fault.message, { isRetryable: fault.isRetryable });
    this.status = status;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
}

function bodyOf({ fields, file, asJson }: CreateRequest, omitted: ReadonlySet<string>): FormData | object {
  const entries = Object.entries(fields).filter(([name, value]) => value !== undefined && !omitted.has(name));
  if (asJson) return Object.fromEntries(entries);
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, String(value));
  if (file !== undefined) {
    const blob = new Blob([file.png as Uint8Array<ArrayBuffer>], { type: 'image/png' });
    form.append(file.name, blob, 'image.png');
  }
  return form;
}

async function fetchResponse(
  base: string,
  path: string,
  call: Call,
  settings: OpenAiSettings,
): Promise<ApiResponse> {
  const timeout = AbortSignal.timeout(call.timeoutMs);
  const signal = AbortSignal.any([call.signal, timeout]);
  try {
    const response = await fetchWithin(base, path, call, settings, signal);
    const bytes = await readAll(response, call.maxBytes ?? MAX_JSON_BYTES);
    if (response.ok) return { status: response.status, bytes };
    const text = new TextDecoder().decode(bytes.subarray(0, 100_000));
    const failure = readFailure(response.status, text, [settings.key, call.prompt]);
    throw failure instanceof RenderFault
      ? new ApiFault(failure, response.status, text, retryAfterOf(response))
      : failure;
  } catch (error) {
    call.signal.throwIfAborted();
    if (timeout.aborted) {
      throw new RenderFault(
        `The server did not respond to ${call.method} ${path} in ${call.timeoutMs / 1000} s.`,
      );
    }
    // `fetch` rejects with a TypeError when the server cannot be reached; other errors come from this module.
    if (error instanceof TypeError) {
      throw new ServerUnreachable(`The server of KINORA_OPENAI_URL cannot be reached at ${base}.`, {
        cause: error,
      });
    }
    throw error;
  }
}

/** Follows redirects itself: the key is sent to the interface's own origin only, and other hosts need the operator's consent. */
async function fetchWithin(
  base: string,
  path: string,
  call: Call,
  settings: OpenAiSettings,
  signal: AbortSignal,
): Promise<Response> {
  const home = new URL(base).origin;
  let url = new URL(path.startsWith('/') ? base + path : path, `${base}/`);
  for (let hop = 0; ; hop++) {
    const isHome = url.origin === home;
    if (!isHome && settings.trustsOtherHosts !== true) {
      throw new RenderFault(
        `The result is at ${url.origin}, not at the server's own address; KINORA_OPENAI_OTHER_HOSTS=on allows that.`,
        { isRetryable: false },
      );
    }
    if (!/^https?:$/.test(url.protocol) || hop > MAX_HOPS) {
      throw new RenderFault('The server redirects too often, or to something other than HTTP.', {
        isRetryable: false,
      });
    }
    const isForm = call.body instanceof FormData;
    const response = await fetch(url, {
      method: call.method,
      redirect: 'manual',
      signal,
      headers: {
        'user-agent': 'kinora-worker/1',
        ...(isHome && settings.key !== undefined && { authorization: `Bearer ${settings.key}` }),
        ...(call.body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(call.body !== undefined && {
        body: call.body instanceof FormData ? call.body : JSON.stringify(call.body),
      }),
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    if (call.method !== 'GET') {
      throw new RenderFault(
        `The server redirects to ${new URL(location, url).href}: write that address into KINORA_OPENAI_URL.`,
        { isRetryable: false },
      );
    }
    url = new URL(location, url);
  }
}

/** The whole body; rejects as soon as it is larger than allowed. */
async function readAll(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) {
      throw new RenderFault(`The server sends more than ${Math.floor(maxBytes / 2 ** 20)} MiB.`, {
        isRetryable: false,
      });
    }
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
