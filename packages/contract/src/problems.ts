/**
 * The one table of problems: every code the service answers with, its status, whether and when to
 * retry, and the fields its body carries beside `error` and `code`. Nothing else maps a code to a status.
 */

interface ProblemDefinition {
  readonly status: number;
  /** What happened and what to do about it, for the reference. */
  readonly meaning: string;
  /** Names of the extra fields of the body. */
  readonly fields?: readonly string[];
  /** Extra fields that only some of its bodies carry. */
  readonly optionalFields?: readonly string[];
  /** Seconds for `Retry-After` where the caller states none; every 429 and 503 has one. */
  readonly retryAfterSeconds?: number;
}

export const problems = {
  invalid_request: {
    status: 400,
    meaning: 'The body or a parameter is not valid. `issues` names each field and the remedy.',
    fields: ['issues'],
  },
  invalid_mode: {
    status: 400,
    meaning: 'No such video mode. Use one of `supported_modes`.',
    fields: ['supported_modes'],
  },
  mode_resolution_unsupported: {
    status: 400,
    meaning: 'The mode does not render this size. Use one of `supported_sizes`.',
    fields: ['video_mode', 'supported_sizes'],
  },
  mode_duration_unsupported: {
    status: 400,
    meaning: 'The mode does not render this length. Use one of `durations_seconds`.',
    fields: ['video_mode', 'durations_seconds'],
  },
  mode_input_unsupported: {
    status: 400,
    meaning: 'The mode cannot use this input.',
    fields: ['video_mode', 'supported_inputs'],
  },
  prompt_unsupported: {
    status: 400,
    meaning: 'Quality and cinema cannot follow this prompt with an uploaded image. Describe a motion.',
    fields: ['video_mode'],
  },
  new_account_cap_limit: {
    status: 400,
    meaning: 'The cap is higher than a new account may set yet.',
    fields: ['limits', 'raises_at'],
  },
  new_account_recharge_limit: {
    status: 400,
    meaning: 'The auto-recharge is higher than a new account may set yet.',
    fields: ['limits', 'raises_at'],
  },
  new_card_recharge_limit: {
    status: 400,
    meaning: 'The auto-recharge is higher than a new card may be charged yet.',
    fields: ['limits', 'raises_at'],
  },
  unauthorized: {
    status: 401,
    meaning: 'The key is missing or not valid. `payment` says how to get one.',
    fields: ['payment'],
  },
  payment_required: { status: 402, meaning: 'The account has not paid for API access yet.' },
  balance_insufficient: {
    status: 402,
    meaning: 'The balance does not cover the request. Nothing ran. Top up at `top_up`.',
    fields: ['balance_cents', 'cost_cents', 'top_up'],
  },
  auto_recharge_declined: {
    status: 402,
    meaning: 'The card declined the last auto-recharge and the balance does not cover the request.',
    fields: ['balance_cents', 'cost_cents', 'top_up'],
  },
  card_required: {
    status: 402,
    meaning: 'Pay per use on Pro or Max needs a card on file from a web subscription.',
  },
  arrears: { status: 402, meaning: 'An earlier invoice is unpaid.' },
  key_suspended: {
    status: 403,
    meaning: 'The key is suspended because most of its recent requests were rejected.',
    fields: ['until'],
  },
  user_agent_refused: {
    status: 403,
    meaning: 'Send a User-Agent that names your application; a missing or bare library default is refused.',
  },
  account_review_required: { status: 403, meaning: 'API payments on the account are paused for review.' },
  not_found: { status: 404, meaning: 'No such thing, or it belongs to another account.' },
  idempotency_conflict: {
    status: 409,
    meaning: 'This Idempotency-Key was used with another request in the last 24 hours.',
  },
  lease_lost: {
    status: 409,
    meaning: 'The worker no longer holds this lease; its result is thrown away.',
  },
  rate_limited: {
    status: 429,
    meaning: 'A rate, concurrency or daily limit was reached.',
    retryAfterSeconds: 60,
  },
  quota_exhausted: {
    status: 429,
    meaning: 'The included allowance does not cover this and pay per use is off or has no cap.',
    fields: ['rates'],
    optionalFields: ['video_mode', 'included_video_seconds_needed'],
    retryAfterSeconds: 3600,
  },
  monthly_cap_reached: {
    status: 429,
    meaning: 'The request would pass the monthly cap.',
    fields: ['rates'],
    retryAfterSeconds: 3600,
  },
  claims_per_client_limit: {
    status: 429,
    meaning: 'Five sign-in codes are open from this network. Finish one, or wait for it to expire.',
    retryAfterSeconds: 60,
  },
  content_blocked: {
    status: 451,
    meaning: 'The safety filter stopped the request. Nothing was charged.',
    fields: ['category'],
  },
  internal_error: { status: 500, meaning: 'A fault of ours; retry.' },
  workers_unavailable: {
    status: 503,
    meaning: 'No worker can take this now; retry.',
    retryAfterSeconds: 30,
  },
  usage_unavailable: { status: 503, meaning: 'Usage cannot be read now; retry.', retryAfterSeconds: 5 },
  overage_temporarily_unavailable: {
    status: 503,
    meaning: 'Pay per use cannot be checked now; retry.',
    retryAfterSeconds: 5,
  },
  billing_verification_unavailable: {
    status: 503,
    meaning: 'The balance cannot be checked now; nothing was charged; retry.',
    retryAfterSeconds: 5,
  },
  claims_busy: { status: 503, meaning: 'Too many sign-in codes are open; retry.', retryAfterSeconds: 30 },
  mode_unavailable: {
    status: 503,
    meaning: 'The mode has no capacity; fast stays available.',
    fields: ['video_mode'],
    retryAfterSeconds: 300,
  },
  mode_temporarily_unavailable: {
    status: 503,
    meaning: 'The mode is busy; retry.',
    fields: ['video_mode'],
    retryAfterSeconds: 60,
  },
  mode_prompt_unavailable: {
    status: 503,
    meaning: 'Quality or cinema could not prepare the prompt; retry.',
    fields: ['video_mode'],
    retryAfterSeconds: 30,
  },
  video_validation_unavailable: {
    status: 503,
    meaning: 'The uploaded image cannot be checked now; retry.',
    retryAfterSeconds: 10,
  },
  sign_in_required: {
    status: 401,
    meaning:
      'Job API: the access token is missing, not valid or expired. Sign in, or fetch another with the session.',
  },
  age_verification_required: {
    status: 403,
    meaning: 'Job API: the request does not say that the user is 18 or older.',
  },
  tier_required: {
    status: 403,
    meaning: 'Job API: the type needs a paid tier.',
  },
  body_too_large: {
    status: 413,
    meaning: 'Job API: the body is larger than 24 MiB.',
  },
  credits_exhausted: {
    status: 429,
    meaning:
      'Job API: the credits of the month do not cover the job. They come anew with the calendar month (UTC).',
    retryAfterSeconds: 3600,
  },
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problems;

/** One field of a request that is not valid, and what to do about it. */
export interface RequestIssue {
  /** Dotted path of the field; empty for the body itself. */
  readonly path: string;
  readonly message: string;
}

/** An expected refusal: a value, never thrown by domain code. */
export interface Problem {
  readonly code: ProblemCode;
  /** A sentence the caller can act on. */
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

export function problem(
  code: ProblemCode,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
): Problem {
  return fields === undefined ? { code, message } : { code, message, fields };
}

/** A key may be as long as the body; an answer is not. */
const PATH_SHOWN = 100;

/** A 400 for fields of the request. */
export function invalidRequest(found: readonly RequestIssue[]): Problem {
  const issues = found.map(({ path, message }) => ({ path: path.slice(0, PATH_SHOWN), message }));
  const first = issues[0];
  const where = first?.path ? `${first.path}: ` : '';
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return problem('invalid_request', `${where}${first?.message ?? 'the request is not valid'}${more}`, {
    issues,
  });
}

export function statusOf(code: ProblemCode): number {
  return problems[code].status;
}

/** Seconds for `Retry-After`, or undefined where none is sent. */
export function retryAfterOf(refusal: Problem): number | undefined {
  const definition: ProblemDefinition = problems[refusal.code];
  return refusal.retryAfterSeconds ?? definition.retryAfterSeconds;
}
