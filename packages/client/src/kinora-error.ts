import type { RequestIssue } from '@kinora/contract';

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
    const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : undefined;
  }

  /** With a 400: what is wrong with each field. */
  get issues(): readonly RequestIssue[] {
    return Array.isArray(this.body.issues) ? (this.body.issues as RequestIssue[]) : [];
  }
}
