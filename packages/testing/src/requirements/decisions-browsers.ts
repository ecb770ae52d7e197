// The decisions: calls from the pages of other sites, the job API for a front end, and caches of public results.
import { now } from './requirement.ts';

export const decisionsBrowsers = [
  ...now('other-origins', {
    'DEC-BROWSER-01':
      'Let the pages of exactly the origins in KINORA_ALLOWED_ORIGINS call both interfaces; of none by default.',
    'DEC-BROWSER-02':
      'Answer a preflight request of an allowed origin on every route of both interfaces, without credentials and with the headers that the route reads.',
    'DEC-BROWSER-03':
      'Allow cookies on the sign-in routes only, and expose every header that a client may need.',
    'DEC-BROWSER-04': 'Let an allowed page read errors too.',
    'DEC-BROWSER-05':
      'Let any page show and read media and downloads, ranges included; give them Cross-Origin-Resource-Policy.',
    'DEC-BROWSER-06': 'Keep the session of a page on another site in a partitioned cookie.',
    'DEC-BROWSER-07':
      'Refuse origins with a path, a wildcard or another scheme at the start, and warn in kinora doctor of one that is sent unencrypted.',
    'DEC-BROWSER-08': 'Return errors of the sign-in routes as {error, code, ...}, like those of v1.',
  }),

  ...now('front-end', {
    'DEC-FRONTEND-01':
      'Return tier, types, limits, open jobs and the credits left with their reset from GET /me.',
    'DEC-FRONTEND-02':
      'Return size, frames, sound and credit cost of an order from POST /quote, with the body of /generate and without a job or a counted call.',
    'DEC-FRONTEND-03': 'Quote exactly what /generate then delivers and charges, for every type and tier.',
    'DEC-FRONTEND-04': "List the caller's own jobs newest first with GET /jobs, in pages with a cursor.",
    'DEC-FRONTEND-05':
      "Cancel or delete the caller's own job with DELETE /job/<id>: 204, its credits released if it has not ended, and 404 from then on.",
    'DEC-FRONTEND-06': 'Let neither interface delete a job of the other.',
    'DEC-FRONTEND-07':
      'Return the delivered width, height and frames, the credit cost and, until it is deleted, the prompt with each status of a job.',
    'DEC-FRONTEND-08': 'Filter the list by status and kind, as each job shows them.',
    'DEC-FRONTEND-09':
      "Send the status of the caller's own job as server-sent events from GET /job/<id>/events, at each change of state, progress or position, until its end or deletion.",
    'DEC-FRONTEND-10':
      'Resume these events from Last-Event-ID without a lost or repeated status, return 204 after the final one, and end streams when the server stops.',
  }),

  ...now('paying-with', {
    'DEC-PAYWITH-01':
      'Decide what an account may order, by credits and by balance, in one function that GET /me, POST /quote and POST /generate read; by balance it has the types and limits of Pro on every tier.',
    'DEC-PAYWITH-02':
      'Charge an order with pay_with "balance" the v1 price of the same image or fast video, in money, and show it as price_cents in the quote, the acceptance and the job.',
    'DEC-PAYWITH-03':
      'Draw the prepaid balance alone for it, and refuse too small a balance with 402; send no 402 to an order that does not ask for it.',
    'DEC-PAYWITH-04':
      'Show open jobs, credits and balance of GET /me as the last accepted order left them, in the next answer of every server.',
  }),

  ...now('public-caches', {
    'DEC-CACHE-01': 'Let caches keep a public result for at most 60 seconds, then revalidate it by its ETag.',
    'DEC-CACHE-02': 'Return 404 that no cache keeps for a hidden or deleted result.',
    'DEC-CACHE-04': 'Cache and purge the preview of a published work like the result itself.',
    'DEC-CACHE-03':
      'Call KINORA_PURGE_URL when a public result is hidden or deleted, from a task in the same transaction, until it succeeds.',
  }),
] as const;
