import type { Trouble } from '@kinora/contract';
import { RendererBroken, RendererUnavailable, RenderFault, RenderRefused } from '@kinora/engine/engine';
import { isBroken } from '../remote/broken-renderer.ts';
import { withoutSecrets } from '../remote/without-secrets.ts';

const EXCERPT = 300;
/** Codes and words by which servers report that a prompt or its result violates their policy. */
const POLICY_CODE =
  /content_policy|moderation_blocked|content_filter|safety_violation|safety_block|sensitive_?content|content_moderation|image_generation_user_error_safety|data_?inspection|infringement|content_?filtered|(content|request)_?\W?moderated|^SAFETY\b/i;
const POLICY_WORDS =
  /safety (system|filter|checker)|content ?((management )?policy|moderation)|usage (polic|guideline)|responsible ai|sensitive (content|information)|violat\w+ .{0,40}polic|flagged (as|by|for)|(was|were|been) flagged|moderation (blocked|system|filter)|guardrails?\b|nsfw|unsafe content|inappropriate content/i;
/** What gateways put into their message of the error of the server behind them: JSON, or as Python writes it. */
const NESTED_CODE = /["'](?:code|type|error|name)\\*["']\s*:\s*\\*["']([\w.]+)/g;
const POLICY_STATUSES = [400, 403, 422, 451];
const OUT_OF_MEMORY = /out of memory|outofmemory|\boom\b|cuda error|cannot allocate memory/i;
const LATER_STATUSES = [408, 409, 421, 425, 429];

/** Codes and words by which vendors say that an account pays for nothing more. */
const NO_CREDIT_CODE =
  /insufficient_(quota|balance|funds|credit)|billing|exceeded_current_quota|quota_exceeded|payment_required|budget_exceeded|arrear|overdue|account_?(suspended|deactivated|disabled)|credits?_exhausted|out_of_credits?/i;
const NO_CREDIT_WORDS =
  /payment required|insufficient (quota|balance|funds|credits?)|balance is (insufficient|exhausted|too low)|(exhausted|insufficient) (account )?balance|exceeded your current quota|(out of|no|not enough|used all available|run out of) credits?\b|credit balance|spending limit|budget has been exceeded|account .{0,60}(suspended|deactivated|arrears|overdue|good standing)/i;
const PAYMENT_REQUIRED = 402;
const REJECTED_KEY =
  /api[ _-]?key.{0,40}(invalid|incorrect|expired|revoked|disabled|not valid|missing)|(invalid|incorrect|expired|revoked|disabled|missing|unknown).{0,20}(api[ _-]?key|access[ _-]?token|credentials?\b)|unauthenticated|unauthori[sz]ed/i;
const UNAUTHORIZED = 401;

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
  // The account comes first: one that is suspended for what it sent renders nothing, whatever is asked for.
  const account = troubleOfAccount(status, reportedErrorIn(withoutSecrets(body, hide)));
  const reported = reportedErrorIn(body);
  const refusal = account === undefined ? refusalIn(reported, POLICY_STATUSES.includes(status)) : undefined;
  if (refusal !== undefined) return refusal;
  const details = excerptOf(body, hide);
  const rejected = `The server of KINORA_OPENAI_URL rejects the key (${status}): check KINORA_OPENAI_KEY. The response: ${details}`;
  if (account === 'no_credit') {
    const message = `The account at the server of KINORA_OPENAI_URL has no credit left (${status}). The response: ${details}`;
    return new AccountFault(account, message);
  }
  // It says nothing about the job; another worker may have a valid one.
  if (account !== undefined) return new AccountFault(account, rejected);
  if (status === 403) return new RenderFault(rejected, { isRetryable: false });
  const isRetryable = status >= 500 || LATER_STATUSES.includes(status) || OUT_OF_MEMORY.test(body);
  return new RenderFault(`The server returned ${status}: ${details}`, { isRetryable });
}

/** What the error of a failed job means for the attempt; `word` is its status. */
export function readJobError(error: unknown, hide: readonly (string | undefined)[], word = ''): Error {
  const body = JSON.stringify({ error: error ?? null });
  const { code, ...more } = reportedErrorIn(body);
  const reported = { ...more, code: `${code} ${word}`.trim() };
  const sentence = `What was ordered failed: ${excerptOf(body, hide)}`;
  if (NO_CREDIT_CODE.test(reported.code)) return new RendererUnavailable({ kind: 'no_credit', sentence });
  const refusal = refusalIn(reported, true);
  if (refusal !== undefined) return refusal;
  return isBroken(reported.message) ? new RendererBroken(sentence, sentence) : new RenderFault(sentence);
}

/** The server renders nothing for this account or key. */
export class AccountFault extends RenderFault {
  readonly kind: Trouble['kind'];
  constructor(kind: Trouble['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

function troubleOfAccount(status: number, { code, message }: ReportedError): Trouble['kind'] | undefined {
  if (status === PAYMENT_REQUIRED) return 'no_credit';
  if (status < 400 || status > 499) return undefined;
  if (NO_CREDIT_CODE.test(code) || NO_CREDIT_WORDS.test(message)) return 'no_credit';
  const isAboutKey = (status === 400 || status === 403) && REJECTED_KEY.test(`${code} ${message}`);
  return status === UNAUTHORIZED || isAboutKey ? 'rejected_key' : undefined;
}

function refusalIn({ code, message, category }: ReportedError, byWords: boolean): RenderRefused | undefined {
  if (!POLICY_CODE.test(code) && !(byWords && POLICY_WORDS.test(message))) return undefined;
  return new RenderRefused(
    category ?? 'content_policy',
    'The safety filter of the model refused this request. Describe something else.',
  );
}

/** The message of an error response. */
export const messageIn = (body: string): string => reportedErrorIn(body).message;

function reportedErrorIn(body: string): ReportedError {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return { code: '', message: body, category: undefined };
  }
  const outer = isRecord(value) ? value : {};
  const inner = [outer.error, outer.detail, outer.errors].flat().find(isRecord) ?? outer;
  const text = (...candidates: unknown[]) =>
    candidates.find((one) => typeof one === 'string') as string | undefined;
  const message = text(inner.message, inner.msg, outer.detail, outer.error, outer.message) ?? body;
  const nested = [...message.matchAll(NESTED_CODE)].map(([, code]) => code);
  return {
    code: [inner.code, inner.type, inner.error, ...nested].filter((one) => typeof one === 'string').join(' '),
    message,
    category: text(inner.category)?.slice(0, 60) || undefined,
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How a response begins, for the operator. */
export function excerptOf(body: string, hide: readonly (string | undefined)[]): string {
  return withoutSecrets(body, hide).slice(0, EXCERPT) || 'nothing';
}

const SIZE_FIELD = /size|resolution|ratio/i;
const REFUSED_VALUE = /\b(one of|must be|should be)\b/i;

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
  return optional.find((field) => {
    const name = field.slice(field.lastIndexOf('.') + 1);
    // Another size is tried then.
    if (SIZE_FIELD.test(name) && REFUSED_VALUE.test(body)) return false;
    return new RegExp(`["'\`\\s.]${name}["'\`\\s.,:]`).test(body);
  });
}
