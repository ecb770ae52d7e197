// The v1 interface: polling, states, deletion, endpoints and their headers, versioning.
import { now } from './requirement.ts';

export const v1Jobs = [
  ...now('job-status', {
    'V1-JOB-01': 'Return job_id, status and kind in every job status.',
    'V1-JOB-02': 'Return result_url only when the status is completed.',
    'V1-JOB-03': 'Sign result_url so that it downloads for 24 hours and not after.',
    'V1-JOB-04': 'Return expires_in 86400 only when the status is completed.',
    'V1-JOB-05': 'Return error, a human-readable reason, when the status is blocked.',
    'V1-JOB-06': 'Return error when the status is failed.',
    'V1-JOB-07': 'Serve the bytes of the finished image or video from result_url without a key.',
  }),

  ...now('states', {
    'V1-STATE-01': 'Use exactly the statuses queued, completed, blocked and failed.',
    'V1-STATE-02': 'Report queued while a job waits and while it runs.',
    'V1-STATE-03': 'Create a queued job only from a valid, authorised and funded request.',
    'V1-STATE-04': 'Draw the prepaid balance down at acceptance.',
    'V1-STATE-05': 'Release the price when a job on a prepaid balance ends failed or blocked.',
    'V1-STATE-06': 'Never leave a final status.',
    'V1-STATE-07': 'Purge the output at DELETE, before its retention ends.',
    'V1-STATE-08': 'Do not count a blocked job against the allowance.',
    'V1-STATE-09': 'Keep the output fetchable through GET /v1/jobs/<job_id> for 7 days.',
    'V1-STATE-10': 'Delete the output automatically after 7 days.',
  }),

  ...now('endpoints', {
    'V1-ENDPOINT-01': 'Require Content-Type application/json on bodies.',
    'V1-ENDPOINT-02': "Return 204 without a body for DELETE /v1/jobs/<job_id> of the account's own job.",
    'V1-ENDPOINT-03': 'Return 404 for DELETE of an unknown job or one of another account.',
    'V1-ENDPOINT-04': 'Return 404 for GET of an unknown job or one of another account.',
    'V1-ENDPOINT-10':
      'Set auto-recharge at POST /v1/me/balance/auto-recharge with enabled and amount_usd 10, 25, 50 or 100.',
    'V1-ENDPOINT-11': 'Turn auto-recharge off with {enabled: false} alone.',
    'V1-ENDPOINT-07': 'Return whether pay per use is on and the monthly cap from GET /v1/me/overage.',
    'V1-ENDPOINT-08': 'Set the cap at POST /v1/me/overage/cap with integer cap_cents from 500 to 100000.',
    'V1-ENDPOINT-09': 'Turn pay per use on or off at POST /v1/me/overage/toggle.',
    'V1-ENDPOINT-05': 'Return the bytes inline on a generate call with X-Service-Store: 0.',
    'V1-ENDPOINT-06': 'Never persist the bytes of a call with X-Service-Store: 0.',
    'V1-ENDPOINT-12': 'Start a key claim and return 200 at POST /v1/pay/start.',
    'V1-ENDPOINT-13': 'Return the key once at GET /v1/pay/claim/<code> when it is ready.',
  }),
  ...now('mcp', {
    'V1-ENDPOINT-14':
      'Serve the adapter at GET /v1/me/mcp-package as a file whose name contains the current version.',
  }),

  ...now('versioning', {
    'V1-VERSION-01': 'Serve the v1 interface under the path prefix /v1 and keep its description stable.',
  }),
  ...now('mcp', {
    'V1-VERSION-02': 'Give the adapter version 2.1.3.',
  }),
] as const;
