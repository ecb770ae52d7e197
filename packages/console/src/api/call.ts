import type { ProblemCode, RequestIssue } from '@kinora/contract';
import { askToConfirm } from '../confirm/ask-to-confirm.ts';
import { once } from './once.ts';
import { pageAccountHeaders } from './page-account.ts';

/** A refusal of the service: its sentence for the reader is the message. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: ProblemCode | undefined;
  /** The invalid fields of a 400. */
  readonly issues: readonly RequestIssue[];
  /** The other fields of the problem. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Seconds to wait before the request may succeed. */
  readonly retryAfterSeconds: number | undefined;
  constructor(status: number, body: ProblemBody, retryAfter: string | null) {
    super(
      forPersons(
        body.error ?? 'The service sent a response that the console does not understand; try again.',
      ),
    );
    this.status = status;
    this.code = body.code;
    this.issues = (body.issues ?? []).map(({ path, message }) => ({ path, message: forPersons(message) }));
    this.fields = { ...body };
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
  }
}

/** The sentence without the unit that only programs need. */
const forPersons = (sentence: string): string => sentence.replaceAll(/ \(\d+ cents\)/g, '');

interface ProblemBody {
  readonly error?: string;
  readonly code?: ProblemCode;
  readonly issues?: readonly RequestIssue[];
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean;
}

/**
 * Calls the console's own interface: `callConsole<ConsoleSession>('/session')`. Throws an `ApiProblem`. A change that
 * needs a recent sign-in, or a second factor, asks for it in a dialog and is then sent again.
 */
export async function callConsole<Body>(path: string, options: CallOptions = {}): Promise<Body> {
  const headers = { ...options.headers, ...pageAccountHeaders() };
  const send = () => call<Body>(`/api/console${path}`, { ...options, headers });
  const isChange = options.method !== undefined && options.method !== 'GET';
  if (!isChange) return send();
  // Two orders of the same differ by their keys alone.
  const change = [options.method, path, options.body, options.headers];
  return once(JSON.stringify(change), () => sendProven(send));
}

/** Sends a change, and again after the person has confirmed who they are, if that is needed. */
async function sendProven<Body>(send: () => Promise<Body>): Promise<Body> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const { code } = error;
    const isUnproven = code === 'recent_sign_in_required' || code === 'second_factor_required';
    if (!isUnproven || !(await askToConfirm(code, error.message))) throw error;
    return send();
  }
}

/** Calls an interface of the service on its own origin. A body is sent as JSON; an empty response is undefined. */
export async function call<Body>(path: string, { body, ...options }: CallOptions = {}): Promise<Body> {
  const response = await send(path, {
    ...options,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { ...options.headers, 'content-type': 'application/json' },
    }),
  });
  if (response.ok) return (response.status === 204 ? undefined : await readJson(response)) as Body;
  const refusal = (await response.json().catch(() => ({}))) as ProblemBody;
  throw new ApiProblem(response.status, refusal, response.headers.get('retry-after'));
}

/** A response that broke off is none. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw unreachable(error);
  }
}

/** What an aborted or failed exchange throws. */
function unreachable(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  return new ApiProblem(0, { error: 'The service cannot be reached. Check your connection.' }, null);
}

async function send(
  path: string,
  { signal, ...init }: Omit<RequestInit, 'signal'> & Pick<CallOptions, 'signal'>,
): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', signal: signal ?? null, ...init });
  } catch (error) {
    throw unreachable(error);
  }
}
