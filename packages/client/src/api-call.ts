import { errorOf } from './error-of.ts';
import { hideKey } from './hide-key.ts';
import { KinoraConnectionError, KinoraError } from './kinora-error.ts';
import { JSON_BYTES_MAX, readBytes } from './read-body.ts';
import { type Retrying, withRetries } from './with-retries.ts';
import { withinTime } from './within-time.ts';

interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/v1`, with its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Whether it may be sent again although it may have arrived. */
  readonly repeatable: boolean;
  readonly retries?: number;
  /** Whether its response may take as long as a job, or as a stream of events: it has no time limit. */
  readonly isLasting?: boolean;
}

/** Sends a request, again where that is safe and useful, and reads its 2xx response. */
export type ApiCall = <Value>(
  request: ApiRequest,
  read: (response: Response) => Promise<Value>,
) => Promise<Value>;

export interface Endpoint extends Retrying {
  /** The base address, without a trailing slash. */
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  /** The timeout of each attempt. */
  readonly timeoutMs: number;
}

/** An upload of an image may take its time: 256 kbit/s. */
const UPLOAD_BYTES_PER_MS = 32;

export function createApiCall(endpoint: Endpoint): ApiCall {
  return async (call, read) => {
    const { signal, repeatable, isLasting = false } = call;
    const request = { ...call, text: call.body === undefined ? undefined : JSON.stringify(call.body) };
    const timeoutMs = endpoint.timeoutMs + (request.text?.length ?? 0) / UPLOAD_BYTES_PER_MS;
    const retrying = {
      ...endpoint,
      rules: { ...endpoint.rules, retries: call.retries ?? endpoint.rules.retries },
    };
    return withRetries(retrying, { signal, isRepeatable: () => repeatable }, () => {
      if (isLasting) return send(endpoint, request, signal, read);
      return withinTime(timeoutMs, signal, (limited) => send(endpoint, request, limited, read));
    });
  };
}

async function send<Value>(
  { base, headers, fetch }: Endpoint,
  request: ApiRequest & { readonly text: string | undefined },
  signal: AbortSignal | undefined,
  read: (response: Response) => Promise<Value>,
): Promise<Value> {
  const { method, path, text } = request;
  const init: RequestInit = {
    method,
    headers: {
      ...headers,
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...request.headers,
    },
    // A redirect would carry the key to another address, and turn a POST into a GET.
    redirect: 'manual',
    ...(text !== undefined && { body: text }),
    ...(signal && { signal }),
  };
  const response = await connected(base, () => fetch(`${base}/v1${path}`, init));
  const key = headers['x-api-key'];
  if (isRedirect(response)) throw redirected(base, response, key);
  if (!response.ok) throw await connected(base, () => errorOf(response, key));
  return connected(base, () => read(response));
}

/** The result of `work`; a network error becomes a `KinoraConnectionError`. */
export async function connected<Value>(address: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof KinoraError) throw error;
    throw new KinoraConnectionError(`${new URL(address).host} could not be reached: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

/** Some runtimes say what happened in the cause only. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  if (cause instanceof Error && cause.message !== '') return cause.message;
  const { code } = (cause ?? {}) as { code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.message : String(error);
}

function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

function redirected(base: string, { status, headers }: Response, key: string | undefined): KinoraError {
  const target = headers.get('location');
  const to = target !== null && URL.canParse(target, base) ? new URL(target, base).href : 'another address';
  const error = `${base} redirects to ${to}, and a key is not sent there. Use the address it redirects to.`;
  return new KinoraError(status, headers, hideKey({ error, code: 'redirected' }, key));
}

/** The body of a response of the interface. */
export async function readJson<Body>(response: Response): Promise<Body> {
  const text = new TextDecoder().decode(await readBytes(response, JSON_BYTES_MAX));
  try {
    return JSON.parse(text) as Body;
  } catch {
    const { origin } = new URL(response.url);
    const error = `The response is not JSON. Check that ${origin} is the address of a Kinora service.`;
    throw new KinoraError(response.status, response.headers, { error, code: 'not_json' });
  }
}
