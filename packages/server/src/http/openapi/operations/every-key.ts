import type { ProblemCode } from '@kinora/contract';

/** Problems of every route that needs a key, apart from those of an unreachable database. */
const withKey: readonly ProblemCode[] = [
  'unauthorized',
  'account_banned',
  'scope_required',
  'key_suspended',
  'user_agent_refused',
  // A suspended key of an account under review.
  'account_review_required',
  // Too many unknown keys from one network.
  'rate_limited',
  'internal_error',
];

/**
 * Problems of every route with a key that places an order or pays; any look-up fails if the database is unreachable.
 */
export const everyPayment: readonly ProblemCode[] = [...withKey, 'billing_verification_unavailable'];

/** Problems of every route with a key that reads or deletes. */
export const everyRead: readonly ProblemCode[] = [...withKey, 'usage_unavailable'];

/** Problems of every route of pay per use. */
export const everyOverage: readonly ProblemCode[] = [...withKey, 'overage_temporarily_unavailable'];

/** Problems of every order and quote that may name a model. */
export const everyModel: readonly ProblemCode[] = [
  'invalid_model',
  'model_unsupported',
  'model_not_in_plan',
  'model_unavailable',
];

/** Problems of an order of the job API that names a video model, besides those. */
export const everyVideoModel: readonly ProblemCode[] = [
  'mode_resolution_unsupported',
  'mode_duration_unsupported',
  'mode_input_unsupported',
  'prompt_unsupported',
  'mode_unavailable',
  'mode_temporarily_unavailable',
  'mode_prompt_unavailable',
];
