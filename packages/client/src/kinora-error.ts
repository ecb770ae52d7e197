import type { RequestIssue } from '@kinora/contract';

/** The service refused a request. `message` is its own sentence, written to be acted on. */
export class KinoraError extends Error {
  readonly status: number;
  /** Such as `balance_insufficient`; see the error reference. */
  readonly code: string;
  /** The whole body, with the fields the code brings. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, headers: Headers, body: Readonly<Record<string, unknown>>) {
    super(typeof body.error === 'string' ? body.error : `the service answered ${status}`);
    this.name = 'KinoraError';
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : 'unknown';
    this.body = body;
    this.requestId = headers.get('x-request-id') ?? undefined;
    const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : undefined;
  }

  /** What is wrong with each field, on a 400. */
  get issues(): readonly RequestIssue[] {
    return Array.isArray(this.body.issues) ? (this.body.issues as RequestIssue[]) : [];
  }
}
