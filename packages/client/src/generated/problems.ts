// Generated from packages/contract; run "npm run generate" after changing it.

import type { Payment, Rates } from './shapes.ts';

/** The operator has closed the account, on every interface. Contact support. */
export interface ProblemAccountBanned {
  /** A sentence that says what to do. */
  error: string;
  code: 'account_banned';
}

/** API payments on the account are paused for review. */
export interface ProblemAccountReviewRequired {
  /** A sentence that says what to do. */
  error: string;
  code: 'account_review_required';
}

/**
 * An earlier invoice is unpaid, so pay per use is paused. Pay it at `pay_invoice`, with the card on file or
 * another one; pay per use continues at once.
 */
export interface ProblemArrears {
  /** A sentence that says what to do. */
  error: string;
  code: 'arrears';
  /** The page where the unpaid invoice is paid. */
  pay_invoice: string;
}

/**
 * The card declined the last auto-recharge, and the balance does not cover the price. Top up at `top_up`.
 */
export interface ProblemAutoRechargeDeclined {
  /** A sentence that says what to do. */
  error: string;
  code: 'auto_recharge_declined';
  /** The prepaid balance, in cents. */
  balance_cents: number;
  /** What the request would have cost, in cents. */
  cost_cents: number;
  /** The page for topping up. */
  top_up: string;
}

/**
 * The balance does not cover the price. Nothing was generated. Top up at `top_up`. With `recharge: "pending"`
 * an auto-recharge is on its way: send the request again in a few seconds.
 */
export interface ProblemBalanceInsufficient {
  /** A sentence that says what to do. */
  error: string;
  code: 'balance_insufficient';
  /** The prepaid balance, in cents. */
  balance_cents: number;
  /** What the request would have cost, in cents. */
  cost_cents: number;
  /** The page for topping up. */
  top_up: string;
  /** Present while an auto-recharge is on its way. */
  recharge?: 'pending' | undefined;
}

/** The balance cannot be checked at the moment. Nothing was charged; retry. */
export interface ProblemBillingVerificationUnavailable {
  /** A sentence that says what to do. */
  error: string;
  code: 'billing_verification_unavailable';
}

/**
 * Pay per use on Pro or Max needs the card of a subscription bought on the web. A plan from an app store
 * cannot pay per use.
 */
export interface ProblemCardRequired {
  /** A sentence that says what to do. */
  error: string;
  code: 'card_required';
}

/** Too many key claims are being decided; retry. */
export interface ProblemClaimsBusy {
  /** A sentence that says what to do. */
  error: string;
  code: 'claims_busy';
}

/**
 * Five key claims were opened from this network within 15 minutes. Finish one, or wait until one expires.
 */
export interface ProblemClaimsPerClientLimit {
  /** A sentence that says what to do. */
  error: string;
  code: 'claims_per_client_limit';
}

/**
 * The safety check blocked the request. Nothing was charged. Change it before you send it again: the sentence
 * says how many more rejections within 30 minutes suspend the account for 24 hours.
 */
export interface ProblemContentBlocked {
  /** A sentence that says what to do. */
  error: string;
  code: 'content_blocked';
  /** The category of content that was detected. */
  category: string;
}

/** This Idempotency-Key was used with a different request within the last 24 hours. */
export interface ProblemIdempotencyConflict {
  /** A sentence that says what to do. */
  error: string;
  code: 'idempotency_conflict';
}

/** Internal error; retry. */
export interface ProblemInternalError {
  /** A sentence that says what to do. */
  error: string;
  code: 'internal_error';
}

/** Unknown video mode. Use one of `supported_modes`. */
export interface ProblemInvalidMode {
  /** A sentence that says what to do. */
  error: string;
  code: 'invalid_mode';
  /** The available modes. */
  supported_modes: Array<'fast' | 'quality' | 'cinema'>;
}

/** Unknown model. Use one of `supported_models`; GET /v1/models describes them. */
export interface ProblemInvalidModel {
  /** A sentence that says what to do. */
  error: string;
  code: 'invalid_model';
  /** The ids of the available models. */
  supported_models: Array<string>;
}

/** The body or a parameter is invalid. `issues` lists each field with the remedy. */
export interface ProblemInvalidRequest {
  /** A sentence that says what to do. */
  error: string;
  code: 'invalid_request';
  /** Every invalid field. */
  issues: Array<{
    /** Dotted path of the field; empty for the body itself. */
    path: string;
    /** What is wrong and what to do. */
    message: string;
  }>;
}

/**
 * The request would exceed the monthly cap of this key. Nothing was charged. Raise it on the page of the
 * account, or use another key. `Retry-After` is the time to the next month.
 */
export interface ProblemKeyCapReached {
  /** A sentence that says what to do. */
  error: string;
  code: 'key_cap_reached';
  /** The monthly cap of the key, in cents. */
  key_cap_cents: number;
  /** What the orders of the key cost this month, in cents. */
  key_spent_cents: number;
}

/**
 * The account is suspended until `until`, on both interfaces, because the safety check rejected most of its
 * recent requests.
 */
export interface ProblemKeySuspended {
  /** A sentence that says what to do. */
  error: string;
  code: 'key_suspended';
  /** When the suspension ends. */
  until: string;
}

/** The mode does not support this length. Use one of `durations_seconds`. */
export interface ProblemModeDurationUnsupported {
  /** A sentence that says what to do. */
  error: string;
  code: 'mode_duration_unsupported';
  /** The requested mode. */
  video_mode: 'fast' | 'quality' | 'cinema';
  /** The lengths of the mode, in seconds; of a model with a range, the shortest and the longest. */
  durations_seconds: Array<number>;
}

/** The mode does not support this input. Use one of `supported_inputs`. */
export interface ProblemModeInputUnsupported {
  /** A sentence that says what to do. */
  error: string;
  code: 'mode_input_unsupported';
  /** The requested mode. */
  video_mode: 'fast' | 'quality' | 'cinema';
  /** The inputs of the mode or model. */
  supported_inputs: Array<string>;
}

/** The prompt could not be prepared for this model; retry. */
export interface ProblemModePromptUnavailable {
  /** A sentence that says what to do. */
  error: string;
  code: 'mode_prompt_unavailable';
  /** The requested mode. */
  video_mode?: 'fast' | 'quality' | 'cinema' | undefined;
  /** The id of the requested model. */
  model?: string | undefined;
}

/** The mode does not support this size. Use one of `supported_sizes`. */
export interface ProblemModeResolutionUnsupported {
  /** A sentence that says what to do. */
  error: string;
  code: 'mode_resolution_unsupported';
  /** The requested mode. */
  video_mode: 'fast' | 'quality' | 'cinema';
  /** The exact sizes of the mode or model, such as 1280x720. */
  supported_sizes: Array<string>;
}

/** The mode is temporarily unavailable; retry. */
export interface ProblemModeTemporarilyUnavailable {
  /** A sentence that says what to do. */
  error: string;
  code: 'mode_temporarily_unavailable';
  /** The requested mode. */
  video_mode: 'fast' | 'quality' | 'cinema';
}

/** No worker serves this mode. Use fast, or retry later. */
export interface ProblemModeUnavailable {
  /** A sentence that says what to do. */
  error: string;
  code: 'mode_unavailable';
  /** The requested mode. */
  video_mode: 'fast' | 'quality' | 'cinema';
}

/** The plan of the account does not include this model. Choose one of `plans`, or another model. */
export interface ProblemModelNotInPlan {
  /** A sentence that says what to do. */
  error: string;
  code: 'model_not_in_plan';
  /** The id of the requested model. */
  model: string;
  /** The ids of the plans that include it; `none` for no plan. */
  plans: Array<string>;
}

/** No worker renders this model at the moment. Use another, or retry. */
export interface ProblemModelUnavailable {
  /** A sentence that says what to do. */
  error: string;
  code: 'model_unavailable';
  /** The id of the requested model. */
  model: string;
}

/** The model does not render this size, length or input. Use one of those that the body lists. */
export interface ProblemModelUnsupported {
  /** A sentence that says what to do. */
  error: string;
  code: 'model_unsupported';
  /** The id of the requested model. */
  model: string;
  /** The exact sizes of the mode or model, such as 1280x720. */
  supported_sizes?: Array<string> | undefined;
  /** The lengths of the mode, in seconds; of a model with a range, the shortest and the longest. */
  durations_seconds?: Array<number> | undefined;
  /** The inputs of the mode or model. */
  supported_inputs?: Array<string> | undefined;
}

/** The request would exceed the monthly cap. `Retry-After` is the time to the next month. */
export interface ProblemMonthlyCapReached {
  /** A sentence that says what to do. */
  error: string;
  code: 'monthly_cap_reached';
  rates: Rates;
}

/** The cap is above the limit for new accounts. Set a lower one, or wait until `raises_at`. */
export interface ProblemNewAccountCapLimit {
  /** A sentence that says what to do. */
  error: string;
  code: 'new_account_cap_limit';
  /** The largest values allowed now, in the units of the request. */
  limits: Record<string, number>;
  /** When the limit is lifted. */
  raises_at: string;
}

/** The auto-recharge is above the limit for new accounts. Set a lower one, or wait until `raises_at`. */
export interface ProblemNewAccountRechargeLimit {
  /** A sentence that says what to do. */
  error: string;
  code: 'new_account_recharge_limit';
  /** The largest values allowed now, in the units of the request. */
  limits: Record<string, number>;
  /** When the limit is lifted. */
  raises_at: string;
}

/** The auto-recharge is above the limit for new cards. Set a lower one, or wait until `raises_at`. */
export interface ProblemNewCardRechargeLimit {
  /** A sentence that says what to do. */
  error: string;
  code: 'new_card_recharge_limit';
  /** The largest values allowed now, in the units of the request. */
  limits: Record<string, number>;
  /** When the limit is lifted. */
  raises_at: string;
}

/** The resource does not exist, or it belongs to another account. */
export interface ProblemNotFound {
  /** A sentence that says what to do. */
  error: string;
  code: 'not_found';
}

/** Pay per use cannot be checked at the moment; retry. */
export interface ProblemOverageTemporarilyUnavailable {
  /** A sentence that says what to do. */
  error: string;
  code: 'overage_temporarily_unavailable';
}

/** Nothing was paid, and no grant is left. Top up or subscribe. */
export interface ProblemPaymentRequired {
  /** A sentence that says what to do. */
  error: string;
  code: 'payment_required';
}

/**
 * The order costs more than the request allows by `max_price_cents`, on the job API by `max_credits`. Nothing
 * was charged. `price_cents` is the price now; send the request again with at least that, or order less.
 */
export interface ProblemPriceChanged {
  /** A sentence that says what to do. */
  error: string;
  code: 'price_changed';
  /** What the order costs now, in cents. */
  price_cents: number;
}

/**
 * The safety check cannot read the language of the prompt. Nothing was charged. Use one of
 * `supported_languages`.
 */
export interface ProblemPromptLanguageUnsupported {
  /** A sentence that says what to do. */
  error: string;
  code: 'prompt_language_unsupported';
  /** Every invalid field. */
  issues: Array<{
    /** Dotted path of the field; empty for the body itself. */
    path: string;
    /** What is wrong and what to do. */
    message: string;
  }>;
  /** The languages that a prompt may have, as BCP 47 codes. */
  supported_languages: Array<string>;
}

/** The model cannot apply this prompt to the uploaded image. Describe a motion. */
export interface ProblemPromptUnsupported {
  /** A sentence that says what to do. */
  error: string;
  code: 'prompt_unsupported';
  /** The requested mode. */
  video_mode?: 'fast' | 'quality' | 'cinema' | undefined;
  /** The id of the requested model. */
  model?: string | undefined;
}

/**
 * The included allowance does not cover the request, and pay per use is off or has no cap. `Retry-After` is
 * the time to the next month.
 */
export interface ProblemQuotaExhausted {
  /** A sentence that says what to do. */
  error: string;
  code: 'quota_exhausted';
  rates: Rates;
  /** The requested mode. */
  video_mode?: 'fast' | 'quality' | 'cinema' | undefined;
  /** The id of the requested model. */
  model?: string | undefined;
  /** On Max: the included seconds that the video would have used. */
  included_video_seconds_needed?: number | undefined;
}

/**
 * A rate, concurrency or daily limit was reached. `Retry-After` is when the request can succeed; for one job
 * too many, when the first open one is expected to end.
 */
export interface ProblemRateLimited {
  /** A sentence that says what to do. */
  error: string;
  code: 'rate_limited';
}

/**
 * The key lacks the scope `required_scope`. Use a key that has it, or add it to this one on the page of the
 * account.
 */
export interface ProblemScopeRequired {
  /** A sentence that says what to do. */
  error: string;
  code: 'scope_required';
  /** The scope that the call needs. */
  required_scope: 'generate' | 'read' | 'manage';
}

/** The disk of the service is nearly full, so it accepts no order. Nothing was charged; retry later. */
export interface ProblemStorageFull {
  /** A sentence that says what to do. */
  error: string;
  code: 'storage_full';
}

/**
 * The results that the account keeps use its whole quota, and what more of them it could pay for where that is
 * sold. Delete some, or wait: each that is not kept is deleted 7 days after its job ended.
 */
export interface ProblemStorageQuotaReached {
  /** A sentence that says what to do. */
  error: string;
  code: 'storage_quota_reached';
  /** Bytes of the results that the account keeps. */
  stored_bytes: number;
  /** Bytes that the account may keep. */
  quota_bytes: number;
}

/** The key is missing or invalid. `payment` describes how to get one. */
export interface ProblemUnauthorized {
  /** A sentence that says what to do. */
  error: string;
  code: 'unauthorized';
  payment: Payment;
}

/** Usage cannot be read at the moment; retry. */
export interface ProblemUsageUnavailable {
  /** A sentence that says what to do. */
  error: string;
  code: 'usage_unavailable';
}

/**
 * Send a User-Agent that names your application. A missing one, or the default of an HTTP library, is refused.
 */
export interface ProblemUserAgentRefused {
  /** A sentence that says what to do. */
  error: string;
  code: 'user_agent_refused';
}

/** The uploaded image cannot be checked or stored at the moment; retry. */
export interface ProblemVideoValidationUnavailable {
  /** A sentence that says what to do. */
  error: string;
  code: 'video_validation_unavailable';
}

/** The request cannot be received, checked or rendered at the moment; retry. */
export interface ProblemWorkersUnavailable {
  /** A sentence that says what to do. */
  error: string;
  code: 'workers_unavailable';
}

/**
 * A call with zero retention would outlast what the proxy in front of the service allows, so it is refused, or
 * ended in time. Nothing was charged. Order less, retry when fewer jobs wait, or omit X-Service-Store.
 * `limit_seconds` is how long a call may last.
 */
export interface ProblemZeroRetentionTooSlow {
  /** A sentence that says what to do. */
  error: string;
  code: 'zero_retention_too_slow';
  /** How long a call may last. */
  limit_seconds: number;
  /** How long the job is expected to take. */
  expected_seconds?: number | undefined;
}

/** Every problem that a call of the v1 interface may meet. */
export type Problem =
  | ProblemAccountBanned
  | ProblemAccountReviewRequired
  | ProblemArrears
  | ProblemAutoRechargeDeclined
  | ProblemBalanceInsufficient
  | ProblemBillingVerificationUnavailable
  | ProblemCardRequired
  | ProblemClaimsBusy
  | ProblemClaimsPerClientLimit
  | ProblemContentBlocked
  | ProblemIdempotencyConflict
  | ProblemInternalError
  | ProblemInvalidMode
  | ProblemInvalidModel
  | ProblemInvalidRequest
  | ProblemKeyCapReached
  | ProblemKeySuspended
  | ProblemModeDurationUnsupported
  | ProblemModeInputUnsupported
  | ProblemModePromptUnavailable
  | ProblemModeResolutionUnsupported
  | ProblemModeTemporarilyUnavailable
  | ProblemModeUnavailable
  | ProblemModelNotInPlan
  | ProblemModelUnavailable
  | ProblemModelUnsupported
  | ProblemMonthlyCapReached
  | ProblemNewAccountCapLimit
  | ProblemNewAccountRechargeLimit
  | ProblemNewCardRechargeLimit
  | ProblemNotFound
  | ProblemOverageTemporarilyUnavailable
  | ProblemPaymentRequired
  | ProblemPriceChanged
  | ProblemPromptLanguageUnsupported
  | ProblemPromptUnsupported
  | ProblemQuotaExhausted
  | ProblemRateLimited
  | ProblemScopeRequired
  | ProblemStorageFull
  | ProblemStorageQuotaReached
  | ProblemUnauthorized
  | ProblemUsageUnavailable
  | ProblemUserAgentRefused
  | ProblemVideoValidationUnavailable
  | ProblemWorkersUnavailable
  | ProblemZeroRetentionTooSlow;

export type ProblemCode = Problem['code'];

/** The codes of this version; a later service may have more. */
export const problemCodes: readonly ProblemCode[] = [
  'account_banned',
  'account_review_required',
  'arrears',
  'auto_recharge_declined',
  'balance_insufficient',
  'billing_verification_unavailable',
  'card_required',
  'claims_busy',
  'claims_per_client_limit',
  'content_blocked',
  'idempotency_conflict',
  'internal_error',
  'invalid_mode',
  'invalid_model',
  'invalid_request',
  'key_cap_reached',
  'key_suspended',
  'mode_duration_unsupported',
  'mode_input_unsupported',
  'mode_prompt_unavailable',
  'mode_resolution_unsupported',
  'mode_temporarily_unavailable',
  'mode_unavailable',
  'model_not_in_plan',
  'model_unavailable',
  'model_unsupported',
  'monthly_cap_reached',
  'new_account_cap_limit',
  'new_account_recharge_limit',
  'new_card_recharge_limit',
  'not_found',
  'overage_temporarily_unavailable',
  'payment_required',
  'price_changed',
  'prompt_language_unsupported',
  'prompt_unsupported',
  'quota_exhausted',
  'rate_limited',
  'scope_required',
  'storage_full',
  'storage_quota_reached',
  'unauthorized',
  'usage_unavailable',
  'user_agent_refused',
  'video_validation_unavailable',
  'workers_unavailable',
  'zero_retention_too_slow',
];
