// The decisions: the job API and the MCP adapter.
import { now } from './requirement.ts';

export const decisionsInterfaces = [
  ...now('bearer-access', {
    'DEC-BEARER-01': 'Sign in by email and password through the auth API.',
    'DEC-BEARER-02': 'Issue access tokens as JWTs of 15 minutes, verified against published keys.',
    'DEC-BEARER-03': 'Refresh access tokens from the session.',
    'DEC-BEARER-06': 'Verify access tokens by EdDSA alone, with the keys of the service alone.',
    'DEC-BEARER-05': 'Return 401 for a token whose account was deleted.',
  }),
  ...now('bearer-access', {
    'DEC-BEARER-04': 'Sign in by email and password in the console.',
  }),

  ...now('tiers', {
    'DEC-TIER-01': 'Have the tiers free, pro and max.',
    'DEC-TIER-02': 'Limit free to a longer side of 1280, 121 frames, 1 concurrent job and 10 calls a minute.',
    'DEC-TIER-03': 'Limit pro to 2048 for images, 1920 for video, 257 frames, 3 jobs and 30 calls a minute.',
    'DEC-TIER-04': 'Limit max to 4096 for images, 1920 for video, 257 frames, 6 jobs and 60 calls a minute.',
    'DEC-TIER-05':
      'Clamp to the smaller limit of tier and kind, keep the aspect ratio and never refuse a size as too large.',
    'DEC-TIER-06':
      'Allow image, image_hd, i2i, video, video_hd, i2v, i2v_hd and upscale on free; return 403 for the others.',
    'DEC-TIER-07': 'Give _av kinds sound and the others none.',
    'DEC-TIER-08':
      'Limit the longer side to 1024 without suffix, 1280 for _hd, 1920 for _1080p and 4096 for _4k.',
    'DEC-TIER-09': "Double the size with upscale and quadruple it with upscale_pro, up to the tier's limit.",
    'DEC-TIER-10': 'Snap length down to 8n+1.',
    'DEC-TIER-11': 'Charge 0 credits for free kinds on every tier.',
    'DEC-TIER-12':
      'Charge for premium kinds, as credits, the v1 price in cents of the same image or fast video.',
    'DEC-TIER-13': 'Give pro 1,000 credits a month and max 5,000, reset with the calendar month.',
    'DEC-TIER-14': 'Return 429 with retry_after until the reset if the credits do not suffice.',
  }),

  ...now('queue', {
    'DEC-QUEUE-01': 'Give free priority 0, pro 10 and max 20.',
    'DEC-QUEUE-02': 'Name the queue standard for free and priority for paid.',
    'DEC-QUEUE-03':
      'Start higher priority first and share the service equally between accounts of a priority.',
    'DEC-QUEUE-04': 'Raise the priority of a waiting job so that no job starves.',
    'DEC-QUEUE-05': 'Name the pool image or video in worker.',
    'DEC-QUEUE-06': 'Give queue_position 1 to the job that starts next.',
    'DEC-QUEUE-07':
      'Return in estimated_wait whole seconds until the job ends, queued or running, from measured service times and the time that running jobs have taken.',
    'DEC-QUEUE-08': 'Report a position within one per cent, however many jobs wait.',
    'DEC-QUEUE-09': 'Claim with one index read for each capability of a worker.',
    'DEC-QUEUE-10':
      'Never raise estimated_wait while nothing changes, however long a job reports no progress.',
    'DEC-QUEUE-11':
      'Count for estimated_wait the live workers that can render the job, a worker in both pools once.',
    'DEC-QUEUE-12':
      'While no live worker can render a job, keep its estimated_wait at the seconds from the return of one.',
    'DEC-QUEUE-13': 'Return queue_position in every queued status of the free tier.',
    'DEC-QUEUE-14': 'Stop elapsed at the end of the job.',
    'DEC-QUEUE-15': 'Estimate the end of queued and running jobs with a median error of at most 25 per cent.',
    'DEC-QUEUE-16':
      'Start the jobs of an account that have one priority in the order of their acceptance, also after it deleted some of them.',
    'DEC-QUEUE-17':
      'Claim by one statement for workers that wait for the same jobs of one pool, each job for one of them.',
    'DEC-QUEUE-18':
      'Expect a size that was not measured from those that were, by a cost that each job has and one that grows with its size: within a factor of two once one size was measured. Follow the progress of a running job rather than other jobs, the more the nearer its end.',
    'DEC-QUEUE-19':
      'Let a queued job wait for the time for which the jobs before it hold a slot of a worker, not for their delivery.',
  }),

  ...now('v1-additions', {
    'DEC-FOLLOW-01':
      'Return progress and estimated_wait_seconds while a job waits or runs, queue_position while it waits, and always seed, price_cents, created_at and completed_at.',
    'DEC-FOLLOW-02':
      "Send the status of the caller's own job as server-sent events, at each change of state, progress or position, until its end or deletion.",
    'DEC-FOLLOW-03':
      'Resume events from Last-Event-ID without a lost or repeated status, return 204 after the final one, and end streams when the server stops.',
    'DEC-FOLLOW-04':
      'End the streams of a key that is no longer accepted, and of a banned account, instead of the next event or comment.',
    'DEC-FOLLOW-05':
      'Read all jobs that streams and open calls of a process wait for with one statement per reading, however many wait, and wait on while the database is unavailable.',
    'DEC-LIST-01':
      'List the v1 jobs of an account newest first with GET /v1/jobs, in pages with a cursor, without deleted and expired ones.',
    'DEC-LIST-02': 'Filter the list by status and kind.',
    'DEC-QUOTE-01':
      'Return what an order would deliver, its price and who would pay it from POST /v1/images/quote and /v1/videos/quote, or the problem that it would meet.',
    'DEC-QUOTE-02': 'Quote exactly what the generate call then delivers and charges.',
    'DEC-QUOTE-03':
      'Store nothing for a quote, count it towards no limit, and refuse none because the account has all its calls or jobs.',
  }),

  ...now('price-limits', {
    'DEC-PRICELIMIT-01':
      'Refuse an order that costs more than its max_price_cents, or max_credits on the job API, with 409 price_changed and the price now; hold nothing and make no job.',
    'DEC-PRICELIMIT-02': 'Compare the price that the quote and the job state, from whatever it is paid.',
    'DEC-PRICELIMIT-03':
      'Compare it before the payment, the prompt and the upload; after the upload where the price depends on it.',
    'DEC-PRICELIMIT-04': 'Return the first answer to a replay, though the price has changed since.',
    'DEC-PRICELIMIT-05':
      'Take the body of an order with its limit in a quote, and never refuse the quote for it.',
  }),

  ...now('webhooks', {
    'DEC-WEBHOOK-01':
      "Report job.completed, job.failed and job.blocked to the order's webhook_url or the account's address, and balance.low when an order takes the prepaid balance below 200 cents; report no deleted and no zero-retention job.",
    'DEC-WEBHOOK-02':
      'Write an event in the transaction of what it reports, and deliver it at least once, whatever is killed in between.',
    'DEC-WEBHOOK-03':
      'Sign events in the Standard Webhooks format, with a secret per account that is not stored; sign with the earlier ones too for 24 h after a rotation.',
    'DEC-WEBHOOK-04': 'Take a 2xx within 15 s for a delivery, and read at most 64 KiB of the response.',
    'DEC-WEBHOOK-05': 'Retry everything else with the same id and growing pauses, for three days.',
    'DEC-WEBHOOK-06': 'End the deliveries to an address that answers 410, and clear it.',
    'DEC-WEBHOOK-07': 'Refuse an address that is not https or not public with a 400 that names the field.',
    'DEC-WEBHOOK-08':
      'Never call a private address: resolve once, check every address, connect to a checked one, follow no redirect.',
    'DEC-WEBHOOK-09': 'List deliveries with their outcome, newest first, and replay one by hand.',
    'DEC-WEBHOOK-10': 'Delete events after 30 days.',
    'DEC-WEBHOOK-11':
      'Call private addresses if KINORA_WEBHOOKS_PRIVATE is 1, and warn if the public URL is one that others can reach.',
    'DEC-WEBHOOK-12': 'Let no receiver delay the other background tasks.',
  }),

  ...now('workers', {
    'DEC-CAPACITY-01':
      'Count a worker only for the operations of the pools it serves; refuse the others with 503.',
    'DEC-CAPACITY-02': 'Count a worker that stops no more; its modes are temporarily unavailable.',
    'DEC-HEALTH-01':
      'Remove a worker from /health within a second of its stop, also while it finishes a job.',
    'DEC-HEALTH-02': 'List a worker in /health until it has not been seen for ten minutes.',
    'DEC-HEALTH-03': 'List a worker in the pools that it can render jobs of.',
    'DEC-HEALTH-04': 'Count in queue_size the job that a worker renders and the jobs that wait in its pool.',
    'DEC-HEALTH-05': 'Name workers without process ids.',
    'DEC-HEALTH-06':
      'Count every worker in /health and describe a bounded number, some of each token; read them once a second, however many ask.',
  }),

  ...now('media', {
    'DEC-MEDIA-01': 'Serve results as public URLs under /media/<asset id>.<ext>.',
    'DEC-MEDIA-02': 'Accept the asset id, and the job id too, as content_id of a report.',
    'DEC-MEDIA-03': 'Return 400 for a report of unknown content.',
    'DEC-MEDIA-04':
      'Accept csam, nonconsensual, copyright, other and any code of at most 40 characters as reason.',
    'DEC-MEDIA-05': 'Hide an asset reported for csam at once, within limits, pending review.',
    'DEC-MEDIA-06': 'Refuse a body over 24 MiB on the job API with 413.',
    'DEC-MEDIA-07':
      'Show one clearly labelled ad slot on the free tier, with content set by the operator, and none on a paid tier.',
    'DEC-MEDIA-08': 'Include no ads in the API.',
    'DEC-MEDIA-09': 'Show on the explore page only what a person published from the console.',
    'DEC-MEDIA-10':
      'Keep the bytes of every listed work, and those of its job, whatever is published, withdrawn and deleted at once.',
  }),

  ...now('mcp', {
    'DEC-MCP-01': 'Run on Node 20 or newer from one bundled file, and state this in its README.',
    'DEC-MCP-02':
      'Offer service-mcp-2.1.3.mcpb, a zip bundle with manifest, with the serving origin written into it.',
    'DEC-MCP-03': 'Let service_check_status wait up to 25 s.',
    'DEC-MCP-04': 'Write the key to $XDG_CONFIG_HOME/kinora/credentials.json, mode 0600, atomically.',
    'DEC-MCP-05': 'Resolve realpath before checking that a file is inside a media root.',
    'DEC-MCP-06': 'Open a media file once, following no links.',
    'DEC-MCP-07': 'Check a media file by content, not by name, and refuse more than 12 MiB.',
    'DEC-MCP-08':
      'Give every tool a title, a description for a model, annotations and schemas of input and output; report progress while it waits, and stop when it is cancelled.',
    'DEC-MCP-09': 'Return a finished image or video as a link and a small JPEG of it or of its first frame.',
    'DEC-MCP-10': 'Repeat an order that got no response under the same idempotency key.',
    'DEC-MCP-11': 'Animate an image without a given size in the shape nearest to it, as it is shown upright.',
    'DEC-MCP-12':
      'Serve the owner of a completed job a JPEG of at most 512 pixels a side at GET /v1/jobs/<id>/preview.',
    'DEC-MCP-13':
      'Decode the first frame of a video in a process of its own, without the secrets of the server.',
    'DEC-MCP-20':
      'Pass on only previews that are a small PNG, JPEG or WebP by their bytes, read at most 4 MiB of one, and link to http addresses alone.',
    'DEC-MCP-21': 'Return text of the service as visible data, without the key.',
    'DEC-MCP-14': 'Document a configuration of each common host that starts the adapter.',
    'DEC-MCP-15': 'Wait for a job by events, and by polls where events do not arrive.',
    'DEC-MCP-16': 'Store a key that is delivered while its call is cancelled.',
    'DEC-MCP-18':
      'Let service_about tell a refused key from a service that cannot be reached, and name what replaces the key.',
    'DEC-MCP-17': 'End a call with a refusal before hosts end it after 60 s.',
    'DEC-MCP-19':
      'Refuse wrong arguments of a tool as v1 refuses a body: each is named with the remedy, in issues.',
  }),
] as const;
