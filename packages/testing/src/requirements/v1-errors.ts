// The v1 interface: the table of errors.
import { now } from './requirement.ts';

export const v1Errors = [
  ...now('errors', {
    'V1-ERROR-01': 'Return a code string in the body where the contract names a code.',
    'V1-ERROR-02': 'Return 400 for a malformed body or invalid parameters.',
    'V1-ERROR-03': 'Return 400 invalid_mode for an unknown mode, and list the modes.',
    'V1-ERROR-04':
      'Return 400 mode_resolution_unsupported for a size that the mode does not support, and list what it supports.',
    'V1-ERROR-05':
      'Return 400 mode_duration_unsupported for a length that the mode does not support, and list what it supports.',
    'V1-ERROR-06': 'Return 402 balance_insufficient with balance_cents, cost_cents and a top_up link.',
    'V1-ERROR-07': 'Generate nothing and bill nothing later after 402 balance_insufficient.',
    'V1-ERROR-08': 'Return 500 for an internal error, which is safe to retry.',
    'V1-ERROR-09':
      'Have the temporary 503 codes workers_unavailable, usage_unavailable, overage_temporarily_unavailable, billing_verification_unavailable, claims_busy, mode_unavailable, mode_temporarily_unavailable, mode_prompt_unavailable and video_validation_unavailable.',
    'V1-ERROR-10': 'Send Retry-After with every 503.',
    'V1-ERROR-17': 'Return 403 account_review_required while API payments of the account are paused.',
    'V1-ERROR-18': 'Return 429 rate_limited for too many unknown keys from one network.',
    'V1-ERROR-21': 'Send Retry-After with every 429.',
    'V1-ERROR-20': 'Return 429 claims_per_client_limit at 5 open claims from one network.',
    'V1-ERROR-12':
      'Return 400 new_account_recharge_limit for an auto-recharge above 25 USD of a new account.',
    'V1-ERROR-13': 'Return 400 new_card_recharge_limit for an auto-recharge above 25 USD on a new card.',
    'V1-ERROR-11': 'Return 400 new_account_cap_limit for a cap that a new account may not use yet.',
    'V1-ERROR-14': 'Include a limits object and raises_at in those three refusals.',
    'V1-ERROR-15': 'Return 402 card_required if pay per use on Pro or Max has no card of a web subscription.',
    'V1-ERROR-16': 'Return 402 arrears while an earlier API invoice is unpaid.',
    'V1-ERROR-19':
      'Include video_mode and, on Max, included_video_seconds_needed in quota_exhausted for a video.',
    'V1-ERROR-22': 'Include the rates table in every 429 that requires payment.',
    'V1-ERROR-23':
      'Return 503 usage_unavailable, overage_temporarily_unavailable or billing_verification_unavailable if that cannot be read.',
    'V1-ERROR-24': 'Return 400 mode_input_unsupported for an input that the mode does not support.',
    'V1-ERROR-26': 'Return 503 workers_unavailable if no worker is available.',
    'V1-ERROR-27': 'Return 503 mode_unavailable if that mode has no capacity; fast stays available.',
    'V1-ERROR-28': 'Return 503 mode_temporarily_unavailable if the mode is temporarily unavailable.',
    'V1-ERROR-25': 'Return 451 for a generation blocked by the safety filter.',
    'V1-ERROR-29':
      'Return 503 mode_prompt_unavailable if the prompt could not be prepared for quality or cinema.',
    'V1-ERROR-30': 'Return 503 video_validation_unavailable if the request cannot be checked.',
  }),
] as const;
