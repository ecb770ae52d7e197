/**
 * The one problem table: every code that the service returns, its status, whether and when to retry, and the
 * fields its body has in addition to `error` and `code`. Nothing else maps a code to a status.
 */

export interface ProblemDefinition {
  readonly status: number;
  /** What happened and what to do, for the reference. */
  readonly meaning: string;
  /** Names of the additional fields of the body. */
  readonly fields?: readonly string[];
  /** Additional fields that only some of its bodies have. */
  readonly optionalFields?: readonly string[];
  /** Seconds for `Retry-After` unless the problem states its own; every 429 and 503 has one. */
  readonly retryAfterSeconds?: number;
}

export const problems = {
  invalid_request: {
    status: 400,
    meaning: 'The body or a parameter is invalid. `issues` lists each field with the remedy.',
    fields: ['issues'],
  },
  invalid_mode: {
    status: 400,
    meaning: 'Unknown video mode. Use one of `supported_modes`.',
    fields: ['supported_modes'],
  },
  mode_resolution_unsupported: {
    status: 400,
    meaning: 'The mode does not support this size. Use one of `supported_sizes`.',
    fields: ['video_mode', 'supported_sizes'],
  },
  mode_duration_unsupported: {
    status: 400,
    meaning: 'The mode does not support this length. Use one of `durations_seconds`.',
    fields: ['video_mode', 'durations_seconds'],
  },
  mode_input_unsupported: {
    status: 400,
    meaning: 'The mode does not support this input. Use one of `supported_inputs`.',
    fields: ['video_mode', 'supported_inputs'],
  },
  invalid_model: {
    status: 400,
    meaning: 'Unknown model. Use one of `supported_models`; GET /v1/models describes them.',
    fields: ['supported_models'],
  },
  model_unsupported: {
    status: 400,
    meaning: 'The model does not render this size, length or input. Use one of those that the body lists.',
    fields: ['model'],
    optionalFields: ['supported_sizes', 'durations_seconds', 'supported_inputs'],
  },
  prompt_unsupported: {
    status: 400,
    meaning: 'The model cannot apply this prompt to the uploaded image. Describe a motion.',
    optionalFields: ['video_mode', 'model'],
  },
  prompt_language_unsupported: {
    status: 400,
    meaning:
      'The safety check cannot read the language of the prompt. Nothing was charged. Use one of `supported_languages`.',
    fields: ['issues', 'supported_languages'],
  },
  new_account_cap_limit: {
    status: 400,
    meaning: 'The cap is above the limit for new accounts. Set a lower one, or wait until `raises_at`.',
    fields: ['limits', 'raises_at'],
  },
  new_account_recharge_limit: {
    status: 400,
    meaning:
      'The auto-recharge is above the limit for new accounts. Set a lower one, or wait until `raises_at`.',
    fields: ['limits', 'raises_at'],
  },
  new_card_recharge_limit: {
    status: 400,
    meaning:
      'The auto-recharge is above the limit for new cards. Set a lower one, or wait until `raises_at`.',
    fields: ['limits', 'raises_at'],
  },
  unauthorized: {
    status: 401,
    meaning: 'The key is missing or invalid. `payment` describes how to get one.',
    fields: ['payment'],
  },
  payment_required: { status: 402, meaning: 'Nothing was paid, and no grant is left. Top up or subscribe.' },
  balance_insufficient: {
    status: 402,
    meaning:
      'The balance does not cover the price. Nothing was generated. Top up at `top_up`. With `recharge: "pending"` an auto-recharge is on its way: send the request again in a few seconds.',
    fields: ['balance_cents', 'cost_cents', 'top_up'],
    optionalFields: ['recharge'],
  },
  auto_recharge_declined: {
    status: 402,
    meaning:
      'The card declined the last auto-recharge, and the balance does not cover the price. Top up at `top_up`.',
    fields: ['balance_cents', 'cost_cents', 'top_up'],
  },
  card_required: {
    status: 402,
    meaning:
      'Pay per use on Pro or Max needs the card of a subscription bought on the web. A plan from an app store cannot pay per use.',
  },
  arrears: {
    status: 402,
    meaning:
      'An earlier invoice is unpaid, so pay per use is paused. Pay it at `pay_invoice`, with the card on file or another one; pay per use continues at once.',
    fields: ['pay_invoice'],
  },
  key_suspended: {
    status: 403,
    meaning:
      'The account is suspended until `until`, on both interfaces, because the safety check rejected most of its recent requests.',
    fields: ['until'],
  },
  scope_required: {
    status: 403,
    meaning:
      'The key lacks the scope `required_scope`. Use a key that has it, or add it to this one on the page of the account.',
    fields: ['required_scope'],
  },
  user_agent_refused: {
    status: 403,
    meaning:
      'Send a User-Agent that names your application. A missing one, or the default of an HTTP library, is refused.',
  },
  account_review_required: { status: 403, meaning: 'API payments on the account are paused for review.' },
  account_banned: {
    status: 403,
    meaning: 'The operator has closed the account, on every interface. Contact support.',
  },
  not_found: { status: 404, meaning: 'The resource does not exist, or it belongs to another account.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The address does not accept this method. The `Allow` header lists those it accepts.',
  },
  idempotency_conflict: {
    status: 409,
    meaning: 'This Idempotency-Key was used with a different request within the last 24 hours.',
  },
  price_changed: {
    status: 409,
    meaning:
      'The order costs more than the request allows by `max_price_cents`, on the job API by `max_credits`. Nothing was charged. `price_cents` is the price now; send the request again with at least that, or order less.',
    fields: ['price_cents'],
  },
  lease_lost: {
    status: 409,
    meaning: 'The lease has expired or the job was cancelled; the result of the attempt is discarded.',
  },
  rate_limited: {
    status: 429,
    meaning:
      'A rate, concurrency or daily limit was reached. `Retry-After` is when the request can succeed; for one job too many, when the first open one is expected to end.',
    retryAfterSeconds: 60,
  },
  quota_exhausted: {
    status: 429,
    meaning:
      'The included allowance does not cover the request, and pay per use is off or has no cap. `Retry-After` is the time to the next month.',
    fields: ['rates'],
    optionalFields: ['video_mode', 'model', 'included_video_seconds_needed'],
    retryAfterSeconds: 3600,
  },
  monthly_cap_reached: {
    status: 429,
    meaning: 'The request would exceed the monthly cap. `Retry-After` is the time to the next month.',
    fields: ['rates'],
    retryAfterSeconds: 3600,
  },
  key_cap_reached: {
    status: 429,
    meaning:
      'The request would exceed the monthly cap of this key. Nothing was charged. Raise it on the page of the account, or use another key. `Retry-After` is the time to the next month.',
    fields: ['key_cap_cents', 'key_spent_cents'],
    retryAfterSeconds: 3600,
  },
  storage_quota_reached: {
    status: 429,
    meaning:
      'The results that the account keeps use its whole quota, and what more of them it could pay for where that is sold. Delete some, or wait: each that is not kept is deleted 7 days after its job ended.',
    fields: ['stored_bytes', 'quota_bytes'],
    retryAfterSeconds: 3600,
  },
  claims_per_client_limit: {
    status: 429,
    meaning:
      'Five key claims were opened from this network within 15 minutes. Finish one, or wait until one expires.',
    retryAfterSeconds: 60,
  },
  content_blocked: {
    status: 451,
    meaning:
      'The safety check blocked the request. Nothing was charged. Change it before you send it again: the sentence says how many more rejections within 30 minutes suspend the account for 24 hours.',
    fields: ['category'],
  },
  internal_error: { status: 500, meaning: 'Internal error; retry.' },
  workers_unavailable: {
    status: 503,
    meaning: 'The request cannot be received, checked or rendered at the moment; retry.',
    retryAfterSeconds: 30,
  },
  storage_full: {
    status: 503,
    meaning:
      'The disk of the service is nearly full, so it accepts no order. Nothing was charged; retry later.',
    retryAfterSeconds: 300,
  },
  zero_retention_too_slow: {
    status: 503,
    meaning:
      'A call with zero retention would outlast what the proxy in front of the service allows, so it is refused, or ended in time. Nothing was charged. Order less, retry when fewer jobs wait, or omit X-Service-Store. `limit_seconds` is how long a call may last.',
    fields: ['limit_seconds'],
    optionalFields: ['expected_seconds'],
    retryAfterSeconds: 60,
  },
  store_unavailable: {
    status: 503,
    meaning: 'Workers: the store cannot be reached. Keep the result and send it again.',
    retryAfterSeconds: 5,
  },
  store_full: {
    status: 507,
    meaning: 'Workers: the store is full. Nothing can be delivered until its operator gives it more room.',
  },
  usage_unavailable: {
    status: 503,
    meaning: 'Usage cannot be read at the moment; retry.',
    retryAfterSeconds: 5,
  },
  overage_temporarily_unavailable: {
    status: 503,
    meaning: 'Pay per use cannot be checked at the moment; retry.',
    retryAfterSeconds: 5,
  },
  billing_verification_unavailable: {
    status: 503,
    meaning: 'The balance cannot be checked at the moment. Nothing was charged; retry.',
    retryAfterSeconds: 5,
  },
  claims_busy: {
    status: 503,
    meaning: 'Too many key claims are being decided; retry.',
    retryAfterSeconds: 30,
  },
  model_unavailable: {
    status: 503,
    meaning: 'No worker renders this model at the moment. Use another, or retry.',
    fields: ['model'],
    retryAfterSeconds: 60,
  },
  mode_unavailable: {
    status: 503,
    meaning: 'No worker serves this mode. Use fast, or retry later.',
    fields: ['video_mode'],
    retryAfterSeconds: 300,
  },
  mode_temporarily_unavailable: {
    status: 503,
    meaning: 'The mode is temporarily unavailable; retry.',
    fields: ['video_mode'],
    retryAfterSeconds: 60,
  },
  mode_prompt_unavailable: {
    status: 503,
    meaning: 'The prompt could not be prepared for this model; retry.',
    optionalFields: ['video_mode', 'model'],
    retryAfterSeconds: 30,
  },
  video_validation_unavailable: {
    status: 503,
    meaning: 'The uploaded image cannot be checked or stored at the moment; retry.',
    retryAfterSeconds: 10,
  },
  sign_in_required: {
    status: 401,
    meaning:
      'Job API: the access token is missing, invalid or expired. Sign in, or get a new token with the session.',
  },
  age_verification_required: {
    status: 403,
    meaning: 'Job API: the request does not confirm that the user is 18 or older.',
  },
  model_not_in_plan: {
    status: 403,
    meaning: 'The plan of the account does not include this model. Choose one of `plans`, or another model.',
    fields: ['model', 'plans'],
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
    meaning: 'Job API: the remaining credits do not cover the job. They reset with the calendar month (UTC).',
    retryAfterSeconds: 3600,
  },
  sign_in_failed: { status: 401, meaning: 'Sign-in: the email address or the password is wrong.' },
  email_unconfirmed: {
    status: 403,
    meaning: 'Sign-in: the email address is not confirmed yet. Open the link that was sent to it.',
  },
  origin_refused: {
    status: 403,
    meaning:
      'Sign-in: the page, or the page to redirect to, is of an origin that the operator has not listed in `KINORA_ALLOWED_ORIGINS`.',
  },
  email_taken: {
    status: 422,
    meaning: 'Sign-in: there is already an account with this email address. Sign in, or set a new password.',
  },
  card_in_use: {
    status: 409,
    meaning:
      'Console: the card cannot be removed, because something must still be charged to it; `needed_for` lists what.',
    fields: ['needed_for'],
  },
  not_refundable: {
    status: 409,
    meaning: 'Console: the purchase cannot be refunded, because some of it was spent or 24 hours are over.',
  },
  code_refused: {
    status: 409,
    meaning: 'Console: the code is unknown, expired, used up or redeemed already.',
  },
  recent_sign_in_required: {
    status: 403,
    meaning:
      'Console: the sign-in is older than an hour. Confirm with the password, then repeat the request.',
  },
  changed_meanwhile: {
    status: 409,
    meaning:
      'Console: what the request changes is no longer as the page showed it, as after another operator decided or somebody else signed in. Reload the page.',
  },
  catalogue_in_file: {
    status: 409,
    meaning:
      'Console: what is sold comes from the file that KINORA_CATALOGUE names. Change that file and restart the servers.',
  },
  second_factor_required: {
    status: 403,
    meaning:
      'Console: the second factor of the account was not proven in this session, or too long ago: an hour, or ten minutes for a change by an operator. Confirm with it, or set up a passkey or an authenticator app at `/account/security`, then repeat the request.',
  },
  confirmation_failed: {
    status: 422,
    meaning: 'Console: the password, the code, the backup code or the passkey is wrong. Nothing was changed.',
  },
  deletion_blocked: {
    status: 409,
    meaning:
      'Console: the account cannot be deleted yet: something is owed, a payment is in progress, or its `balance_cents` have to be forfeited by naming them.',
    fields: ['balance_cents'],
  },
  operator_only: { status: 403, meaning: 'Console: only an operator may do this.' },
  link_expired: {
    status: 400,
    meaning: 'Sign-in: the link was used, altered or has expired. Request another one.',
  },
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problems;
