// The v1 interface: keys, who may call, suspension and request limits.
import { now } from './requirement.ts';

export const v1Access = [
  ...now('access', {
    'V1-AUTH-01': 'Read the dedicated API key from the X-API-Key header on every v1 call.',
    'V1-AUTH-02': 'Return 401 and a payment object that starts the claim flow for a missing key.',
    'V1-AUTH-03': 'Return 401 and the payment object for an invalid key.',
    'V1-AUTH-04': "Reject a library's default User-Agent with 403.",
    'V1-AUTH-05': 'Return 402 payment_required for an account that has never paid.',
    'V1-AUTH-13': 'Return 403 for a suspended key until the suspension ends.',
    'V1-AUTH-10': 'Reject the previous key as soon as the rotation has succeeded.',
    'V1-AUTH-11':
      "Suspend a key for 24 hours when more than 50% of the last 30 minutes' attempts were rejected.",
    'V1-AUTH-12': 'Suspend no key with fewer than 10 attempts in those 30 minutes.',
    'V1-AUTH-06': 'Require no key at POST /v1/pay/start and GET /v1/pay/claim/<code>.',
    'V1-AUTH-08': 'Issue a key to a terminal through the claim flow.',
    'V1-AUTH-07': 'Create or rotate the key in the account settings.',
    'V1-AUTH-09': 'Show a rotated key only once.',
    'V1-AUTH-14': 'Refuse pay per use on a subscription bought in a mobile app store.',
  }),

  ...now('request-limits', {
    'V1-RATE-01': 'Allow 20 generate requests a minute per key and return 429 rate_limited for the next.',
    'V1-RATE-02': 'Allow 3 concurrent jobs per key and return 429 rate_limited for the next.',
    'V1-RATE-03':
      'Allow 50 videos and 200 images in a UTC day per key and return 429 rate_limited for the next.',
  }),

  ...now('mcp', {
    'V1-MCP-01': 'Run the adapter as a local stdio process that the MCP client launches.',
    'V1-MCP-02': 'Connect the adapter to the live API; serve no hosted MCP endpoint.',
    'V1-MCP-03': 'Offer service_about.',
    'V1-MCP-04': 'Offer service_generate_image, which returns a job id.',
    'V1-MCP-05': 'Offer service_generate_video, which returns a job id.',
    'V1-MCP-06': 'Offer service_animate_image, which sends a local image as init_image_base64.',
    'V1-MCP-07': 'Let service_animate_image read only a file inside an approved directory.',
    'V1-MCP-08': 'Offer service_check_status, which returns progress and the signed result URL.',
    'V1-MCP-09': 'Offer service_usage.',
    'V1-MCP-10': 'Offer service_delete_output.',
    'V1-MCP-11': 'Offer service_start_access, which gives one sign-in link.',
    'V1-MCP-12':
      "Offer service_finish_access, which stores the key in a file in the user's home that only the user can read.",
    'V1-MCP-13': 'Read the key from SERVICE_API_TOKEN, which is optional.',
    'V1-MCP-14': 'Start without a key; the first tool call then returns a payment path.',
    'V1-MCP-15': 'Never show the key in the chat.',
    'V1-MCP-16':
      'Read the approved directories from SERVICE_MCP_MEDIA_ROOTS, needed for image-to-video only.',
    'V1-MCP-17': 'Accept PNG, JPEG and WebP inputs of at most 12 MiB.',
  }),
] as const;
