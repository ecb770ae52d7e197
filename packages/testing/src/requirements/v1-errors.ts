// The v1 interface: the table of errors.
import { now } from './requirement.ts';

export const v1Errors = [
  ...now('errors', {
    'V1-ERROR-01': 'Carry a code string in the body where a code is named.',
    'V1-ERROR-02': 'Answer a malformed body or invalid parameters with 400.',
    'V1-ERROR-03': 'Answer an unknown mode with 400 invalid_mode that lists the modes.',
    'V1-ERROR-04':
      'Answer a size that the mode cannot render with 400 mode_resolution_unsupported that lists what it supports.',
    'V1-ERROR-05':
      'Answer a length that the mode cannot render with 400 mode_duration_unsupported that lists what it supports.',
    'V1-ERROR-06': 'Answer 402 balance_insufficient with balance_cents, cost_cents and a top_up link.',
    'V1-ERROR-07': 'Run nothing and bill nothing later after 402 balance_insufficient.',
    'V1-ERROR-08': 'Answer an internal error with 500, safe to retry.',
    'V1-ERROR-09':
      'List as temporary 503 codes workers_unavailable, usage_unavailable, overage_temporarily_unavailable, billing_verification_unavailable, claims_busy, mode_unavailable, mode_temporarily_unavailable, mode_prompt_unavailable and video_validation_unavailable.',
    'V1-ERROR-10': 'Carry Retry-After on every 503.',
    'V1-ERROR-17': 'Answer 403 account_review_required while API payments of the account are paused.',
    'V1-ERROR-18': 'Answer 429 rate_limited to too many unrecognised keys from one network.',
    'V1-ERROR-21': 'Carry Retry-After on every 429.',
    'V1-ERROR-20': 'Answer 429 claims_per_client_limit at 5 open sign-in codes from one network.',
    'V1-ERROR-12':
      'Answer an auto-recharge above 25 USD of a new account with 400 new_account_recharge_limit.',
    'V1-ERROR-13': 'Answer an auto-recharge above 25 USD on a new card with 400 new_card_recharge_limit.',
  }),
  ...now('errors', {
    'V1-ERROR-11': 'Answer a cap that a new account may not use yet with 400 new_account_cap_limit.',
    'V1-ERROR-14': 'Carry a limits object and raises_at in those three refusals.',
    'V1-ERROR-15':
      'Answer 402 card_required when pay per use on Pro or Max has no card of a web subscription.',
    'V1-ERROR-16': 'Answer 402 arrears while an earlier API invoice is unpaid.',
    'V1-ERROR-19':
      'Name video_mode and, on Max, included_video_seconds_needed in quota_exhausted for a video.',
    'V1-ERROR-22': 'Carry the rates table in every 429 that asks for money.',
  }),
  ...now('errors', {
    'V1-ERROR-23':
      'Answer 503 usage_unavailable, overage_temporarily_unavailable or billing_verification_unavailable when that cannot be read.',
    'V1-ERROR-24': 'Answer an input that the mode cannot take with 400 mode_input_unsupported.',
    'V1-ERROR-26': 'Answer 503 workers_unavailable when no worker is available.',
    'V1-ERROR-27': 'Answer 503 mode_unavailable when that mode has no capacity; fast stays available.',
    'V1-ERROR-28': 'Answer 503 mode_temporarily_unavailable when the mode is out for a moment.',
    'V1-ERROR-25': 'Answer a generation blocked by the safety filter with 451.',
    'V1-ERROR-29':
      'Answer 503 mode_prompt_unavailable when quality or cinema could not prepare a text prompt.',
    'V1-ERROR-30': 'Answer 503 video_validation_unavailable when the request cannot be checked.',
  }),
] as const;
