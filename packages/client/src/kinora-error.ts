import { type Problem, problemCodes } from './generated/problems.ts';

/** A problem that this version of the client does not know: of a later service, or of a proxy before it. */
export interface UnknownProblem {
  readonly code: 'unknown';
  readonly error: string;
  /** The whole body. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The service refused a request. `message` is the service's error text, which contains the remedy. */
export class KinoraError extends Error {
  readonly status: number;
  /** A code of the error reference, such as `balance_insufficient`. */
  readonly code: string;
  /** The whole body, with the additional fields of the code. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, headers: Headers, body: Readonly<Record<string, unknown>>) {
    super(typeof body.error === 'string' ? body.error : `the service returned ${status}`);
    this.name = 'KinoraError';
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : 'unknown';
    this.body = body;
    this.requestId = headers.get('x-request-id') ?? undefined;
    this.retryAfterSeconds = readRetryAfter(headers.get('retry-after'), Date.now());
  }

  /** The body by its `code`: `if (problem.code === 'balance_insufficient') problem.top_up`. */
  get problem(): Problem | UnknownProblem {
    return (problemCodes as readonly string[]).includes(this.code)
      ? (this.body as unknown as Problem)
      : { code: 'unknown', error: this.message, body: this.body };
  }

  /** With a 400: what is wrong with each field. */
  get issues(): readonly { readonly path: string; readonly message: string }[] {
    const { problem } = this;
    return problem.code === 'invalid_request' ? problem.issues : [];
  }
}

/** The service could not be reached, or its response broke off; `cause` is the error of the runtime. */
export class KinoraConnectionError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'KinoraConnectionError';
  }
}

/** Seconds of a `Retry-After`, which is a number of seconds or a date. */
function readRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
