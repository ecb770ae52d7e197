import { RenderFault, RenderRefused } from '@kinora/engine/engine';

const EXCERPT = 300;
/** Codes and words by which servers report that a prompt or its result violates their policy. */
const POLICY_CODE =
  /content_policy|moderation_blocked|content_filter|safety_violation|safety_block|sensitive_content|content_moderation|image_generation_user_error_safety/;
const POLICY_WORDS =
  /safety (system|filter|checker)|content (policy|moderation)|usage polic|violat\w+ .{0,40}polic|flagged (as|by)|moderation (blocked|system|filter)|nsfw|unsafe content|inappropriate content/i;
const POLICY_STATUSES = [400, 403, 422, 451];
const OUT_OF_MEMORY = /out of memory|outofmemory|\boom\b|cuda error|cannot allocate memory/i;
const LATER_STATUSES = [408, 409, 421, 425, 429];

/** An error as a server reports it; servers put `code` and `message` in different places. */
interface ReportedError {
  readonly code: string;
  readonly message: string;
  readonly category: string | undefined;
}

/** What an error response means for the attempt. `hide` lists texts that must not appear in a log. */
export function readFailure(
  status: number,
  body: string,
  hide: readonly (string | undefined)[],
): RenderFault | RenderRefused {
  const reported = reportedErrorIn(body);
  const refusal = refusalIn(reported, POLICY_STATUSES.includes(status));
  if (refusal !== undefined) return refusal;
  const details = excerptOf(body, hide);
  if (status === 401 || status === 403) {
    return new RenderFault(
      `The server of KINORA_OPENAI_URL rejects the key (${status}): check KINORA_OPENAI_KEY. The response: ${details}`,
      // A key that was revoked says nothing about the job; another worker may have a valid one.
      { isRetryable: status === 401 },
    );
  }
  const isRetryable = status >= 500 || LATER_STATUSES.includes(status) || OUT_OF_MEMORY.test(body);
  return new RenderFault(`The server returned ${status}: ${details}`, { isRetryable });
}

/** What the error of a failed video job means for the attempt. */
export function readJobError(
  error: unknown,
  hide: readonly (string | undefined)[],
): RenderFault | RenderRefused {
  const body = JSON.stringify({ error: error ?? null });
  return (
    refusalIn(reportedErrorIn(body), true) ?? new RenderFault(`The video failed: ${excerptOf(body, hide)}`)
  );
}

function refusalIn({ code, message, category }: ReportedError, byWords: boolean): RenderRefused | undefined {
  if (!POLICY_CODE.test(code) && !(byWords && POLICY_WORDS.test(message))) return undefined;
  return new RenderRefused(
    category ?? 'content_policy',
    'The safety filter of the model refused this request. Describe something else.',
  );
}

function reportedErrorIn(body: string): ReportedError {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { code: '', message: body, category: undefined };
  }
  const outer = isRecord(value) ? value : {};
  const inner = [outer.error, outer.detail].find(isRecord) ?? outer;
  const text = (...candidates: unknown[]) =>
    candidates.find((one) => typeof one === 'string') as string | undefined;
  return {
    code: [inner.code, inner.type, inner.error].filter((one) => typeof one === 'string').join(' '),
    message: text(inner.message, outer.detail, outer.error, outer.message) ?? body,
    category: text(inner.category)?.slice(0, 60) || undefined,
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Servers echo their input, so the key and the prompt are cut out. */
export function excerptOf(body: string, hide: readonly (string | undefined)[]): string {
  let text = body;
  for (const secret of hide) {
    if (secret === undefined || secret === '') continue;
    for (const form of [secret, JSON.stringify(secret).slice(1, -1)])
      text = text.replaceAll(form, '[hidden]');
  }
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, EXCERPT) || 'nothing';
}

/** The optional field that a response rejects as unknown, if it is one of these. */
export function unknownFieldIn(
  status: number,
  body: string,
  optional: readonly string[],
): string | undefined {
  if (status !== 400 && status !== 422) return undefined;
  if (
    !/unknown|unsupported|unrecogni[sz]ed|unexpected|not (supported|permitted|allowed)|extra|invalid/i.test(
      body,
    )
  )
    return undefined;
  return optional.find((field) => new RegExp(`["'\`\\s.]${field}["'\`\\s.,:]`).test(body));
}
