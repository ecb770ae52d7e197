// The job interface, with a bearer token: /generate, /job/{job_id}, /health, /report.
import { now, planned } from './requirement.ts';

export const jobApi = [
  ...now('service', {
    'JOB-SERVICE-01':
      'Do text-to-image, image-to-image, text-to-video with sound, image-to-video and upscale.',
    'JOB-SERVICE-02': 'Give the free tier unlimited generations at HD.',
    'JOB-SERVICE-03': 'Unlock higher resolution, longer videos and priority queueing on paid tiers.',
    'JOB-SERVICE-04': 'Deliver images up to 2048 px for the image type, and video up to 1080p on paid tiers.',
  }),
  ...planned('console', 'service', {
    'JOB-SERVICE-05': 'Show ads to the free tier only.',
  }),

  ...now('generate', {
    'JOB-GENERATE-01':
      'Accept the types image, image_hd, image_1080p, image_4k, i2i, video, video_hd, video_1080p, video_av, i2v, i2v_hd, i2v_1080p, i2v_av, upscale and upscale_pro.',
    'JOB-GENERATE-02': 'Require type and refuse any other value with 400.',
    'JOB-GENERATE-03': 'Require a prompt of at most 2000 characters.',
    'JOB-GENERATE-04': 'Accept an integer width and height of 256 to 4096, default 1024.',
    'JOB-GENERATE-05': "Clamp width and height to the caller's tier.",
    'JOB-GENERATE-06': 'Accept a length of 17 to 257 frames, default 121.',
    'JOB-GENERATE-07': 'Use length for video and i2v kinds only, at 24 frames a second.',
    'JOB-GENERATE-08': 'Accept a seed of at least 0 and draw a random one when omitted.',
    'JOB-GENERATE-09': 'Require image_base64 for i2i, i2v* and upscale*.',
    'JOB-GENERATE-10': 'Accept PNG, JPEG and WebP in image_base64.',
    'JOB-GENERATE-11': 'Require age_verified true; answer a falsy value with 403.',
    'JOB-GENERATE-12': 'Require a paid tier for higher resolutions and the _av kinds.',
  }),

  ...now('accepted-job', {
    'JOB-ACCEPT-01': 'Answer POST /generate with 200 at once.',
    'JOB-ACCEPT-02': 'Return job_id as a uuid.',
    'JOB-ACCEPT-03': 'Return status queued and type as requested.',
    'JOB-ACCEPT-04': 'Return worker, a pool label.',
    'JOB-ACCEPT-05': 'Return poll_url /job/<id>, relative to the base address.',
    'JOB-ACCEPT-06': 'Return credit_cost, always 0 on the free tier.',
    'JOB-ACCEPT-07': "Return tier, the caller's tier as resolved, and priority, higher for higher tiers.",
    'JOB-ACCEPT-08': 'Return seed as resolved.',
  }),

  ...now('job-status', {
    'JOB-STATUS-01': 'Answer GET /job/{job_id} with 200.',
    'JOB-STATUS-02': 'Know exactly queued, generating, completed, failed and blocked.',
    'JOB-STATUS-03': 'Return job_id, status, type and worker.',
    'JOB-STATUS-04': 'Return created in Unix epoch seconds of the submission.',
    'JOB-STATUS-05': 'Return elapsed, the seconds since the submission.',
    'JOB-STATUS-06': 'Return progress from 0 to 1.',
    'JOB-STATUS-07': 'Return priority and seed.',
    'JOB-STATUS-08': 'Return queue_type standard or priority.',
    'JOB-STATUS-09': 'Return queue_position in the standard queue while waiting; omit it on paid tiers.',
    'JOB-STATUS-10': 'Return estimated_wait in seconds to free-tier callers.',
    'JOB-STATUS-11': 'Return results only when the status is completed.',
    'JOB-STATUS-12': 'Return error when the status is failed or blocked.',
    'JOB-STATUS-13': 'Let polling end at completed, failed or blocked.',
    'JOB-STATUS-14': 'Return one or more results, each with a public url under the media path.',
    'JOB-STATUS-15': 'Return kind image or video, width and height of each result.',
    'JOB-STATUS-16': 'Return duration in seconds of a video result; omit it for images.',
  }),

  ...now('states', {
    'JOB-STATE-01': 'Create a queued job only from a valid, authorised and age-verified request.',
  }),

  ...now('health', {
    'JOB-HEALTH-01': 'Answer GET /health with 200 without a token.',
    'JOB-HEALTH-02': 'Return status as a string.',
    'JOB-HEALTH-03': 'Return image_healthy and video_healthy as healthy/total in the form n/m.',
    'JOB-HEALTH-04': 'Return image_workers and video_workers as maps from worker name to its health.',
    'JOB-HEALTH-05': 'Return healthy, gpu, queue_size and vram_free_gb of each worker.',
  }),

  ...now('report', {
    'JOB-REPORT-01': 'Answer POST /report with 200 and {ok: boolean}.',
    'JOB-REPORT-02': 'Require content_id, the gen_id of the asset.',
    'JOB-REPORT-03': 'Require reason, a short code such as csam, nonconsensual, copyright or other.',
    'JOB-REPORT-04': 'Accept details as optional free text.',
    'JOB-REPORT-05': 'Answer an invalid report with 400.',
  }),

  ...now('access', {
    'JOB-AUTH-01': 'Take a JWT access token from Authorization: Bearer.',
    'JOB-AUTH-02': 'Require the token on POST /generate, GET /job/{job_id} and POST /report.',
    'JOB-AUTH-03': 'Issue the token to an account that signs in.',
    'JOB-AUTH-04': 'Answer a generate call without a token with 401.',
  }),

  ...now('errors', {
    'JOB-ERROR-01': 'Carry error as a string in every error body.',
    'JOB-ERROR-02': 'Carry retry_after in seconds on 429.',
    'JOB-ERROR-03': 'Carry blocked on 451.',
    'JOB-ERROR-04': 'Answer an invalid generate body with 400.',
    'JOB-ERROR-05': 'Answer a kind that the tier does not allow with 403.',
    'JOB-ERROR-06': 'Answer an unknown job with 404.',
    'JOB-ERROR-07': 'Answer a body that is too large with 413.',
    'JOB-ERROR-08': 'Answer too many calls with 429.',
    'JOB-ERROR-09': 'Answer too many concurrent jobs with 429.',
    'JOB-ERROR-10': 'Answer a violation of the content policy with 451.',
    'JOB-ERROR-11': 'Answer 503 when the service is out for a moment or all workers are busy.',
    'JOB-ERROR-12':
      'Answer POST /generate with only 200, 400, 401, 403, 413, 429, 451 or 503, GET /job/{job_id} with 200 or 404, GET /health with 200, POST /report with 200 or 400, and 401 where a token is missing.',
  }),

  ...now('versioning', {
    'JOB-VERSION-01': 'Describe the interface at version 1.0.0.',
  }),
] as const;
