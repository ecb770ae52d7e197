// The job API, with a bearer token: /generate, /job/{job_id}, /health, /report.
import { now } from './requirement.ts';

export const jobApi = [
  ...now('service', {
    'JOB-SERVICE-01':
      'Support text-to-image, image-to-image, text-to-video with sound, image-to-video and upscale.',
    'JOB-SERVICE-02': 'Give the free tier unlimited generations at HD.',
    'JOB-SERVICE-03': 'Unlock higher resolution, longer videos and priority queueing on paid tiers.',
    'JOB-SERVICE-04': 'Deliver images up to 2048 px for the image type, and video up to 1080p on paid tiers.',
  }),
  ...now('service', {
    'JOB-SERVICE-05': 'Show ads to the free tier only.',
  }),

  ...now('generate', {
    'JOB-GENERATE-01':
      'Accept the types image, image_hd, image_1080p, image_4k, i2i, video, video_hd, video_1080p, video_av, i2v, i2v_hd, i2v_1080p, i2v_av, upscale and upscale_pro.',
    'JOB-GENERATE-02': 'Require type and reject any other value with 400.',
    'JOB-GENERATE-03': 'Require a prompt of at most 2000 characters.',
    'JOB-GENERATE-04': 'Accept an integer width and height of 256 to 4096, default 1024.',
    'JOB-GENERATE-05': "Clamp width and height to the caller's tier.",
    'JOB-GENERATE-06': 'Accept a length of 17 to 257 frames, default 121.',
    'JOB-GENERATE-07': 'Use length for video and i2v kinds only, at 24 frames a second.',
    'JOB-GENERATE-08': 'Accept a seed of at least 0 and draw a random one if omitted.',
    'JOB-GENERATE-09': 'Require image_base64 for i2i, i2v* and upscale*.',
    'JOB-GENERATE-10': 'Accept PNG, JPEG and WebP in image_base64.',
    'JOB-GENERATE-11': 'Require age_verified true; return 403 for a falsy value.',
    'JOB-GENERATE-12': 'Require a paid tier for higher resolutions and the _av kinds.',
  }),

  ...now('accepted-job', {
    'JOB-ACCEPT-01': 'Return 200 from POST /generate at once.',
    'JOB-ACCEPT-02': 'Return job_id as a uuid.',
    'JOB-ACCEPT-03': 'Return status queued and type as requested.',
    'JOB-ACCEPT-04': 'Return worker, a pool label.',
    'JOB-ACCEPT-05': 'Return poll_url /job/<id>, relative to the base address.',
    'JOB-ACCEPT-06': 'Return credit_cost, always 0 on the free tier.',
    'JOB-ACCEPT-07': "Return tier, the caller's tier as resolved, and priority, higher for higher tiers.",
    'JOB-ACCEPT-08': 'Return seed as resolved.',
  }),

  ...now('job-status', {
    'JOB-STATUS-01': 'Return 200 from GET /job/{job_id}.',
    'JOB-STATUS-02': 'Use exactly the statuses queued, generating, completed, failed and blocked.',
    'JOB-STATUS-03': 'Return job_id, status, type and worker.',
    'JOB-STATUS-04': 'Return created, the time of submission in Unix seconds.',
    'JOB-STATUS-05': 'Return elapsed, the seconds since the submission.',
    'JOB-STATUS-06': 'Return progress from 0 to 1.',
    'JOB-STATUS-07': 'Return priority and seed.',
    'JOB-STATUS-08': 'Return queue_type standard or priority.',
    'JOB-STATUS-09': 'Return queue_position in the standard queue while waiting; omit it on paid tiers.',
    'JOB-STATUS-10': 'Return estimated_wait in seconds to free-tier callers.',
    'JOB-STATUS-11': 'Return results only when the status is completed.',
    'JOB-STATUS-12': 'Return error when the status is failed or blocked.',
    'JOB-STATUS-13': 'Treat completed, failed and blocked as final.',
    'JOB-STATUS-14': 'Return one or more results, each with a public url under the media path.',
    'JOB-STATUS-15': 'Return kind image or video, width and height of each result.',
    'JOB-STATUS-16': 'Return duration in seconds of a video result; omit it for images.',
  }),

  ...now('states', {
    'JOB-STATE-01': 'Create a queued job only from a valid, authorised and age-verified request.',
  }),

  ...now('health', {
    'JOB-HEALTH-01': 'Return 200 from GET /health without a token.',
    'JOB-HEALTH-02': 'Return status as a string.',
    'JOB-HEALTH-03': 'Return image_healthy and video_healthy as healthy/total in the form n/m.',
    'JOB-HEALTH-04': 'Return image_workers and video_workers as maps from worker name to its health.',
    'JOB-HEALTH-05': 'Return healthy, gpu, queue_size and vram_free_gb of each worker.',
    'JOB-HEALTH-06': 'Add whether background tasks run, and count the service as degraded while they do not.',
  }),

  ...now('report', {
    'JOB-REPORT-01': 'Return 200 and {ok: boolean} from POST /report.',
    'JOB-REPORT-02': 'Require content_id, the gen_id of the asset.',
    'JOB-REPORT-03': 'Require reason, a short code such as csam, nonconsensual, copyright or other.',
    'JOB-REPORT-04': 'Accept details as optional free text.',
    'JOB-REPORT-05': 'Return 400 for an invalid report.',
  }),

  ...now('access', {
    'JOB-AUTH-01': 'Read a JWT access token from Authorization: Bearer.',
    'JOB-AUTH-02': 'Require the token on POST /generate, GET /job/{job_id} and POST /report.',
    'JOB-AUTH-03': 'Issue the token to an account that signs in.',
    'JOB-AUTH-04': 'Return 401 for a generate call without a token.',
  }),

  ...now('errors', {
    'JOB-ERROR-01': 'Return error as a string in every error body.',
    'JOB-ERROR-02': 'Return retry_after in seconds with 429.',
    'JOB-ERROR-03': 'Return blocked with 451.',
    'JOB-ERROR-04': 'Return 400 for an invalid generate body.',
    'JOB-ERROR-05': 'Return 403 for a kind that the tier does not allow.',
    'JOB-ERROR-06': 'Return 404 for an unknown job.',
    'JOB-ERROR-07': 'Return 413 for a body that is too large.',
    'JOB-ERROR-08': 'Return 429 for too many calls.',
    'JOB-ERROR-09': 'Return 429 for too many concurrent jobs.',
    'JOB-ERROR-10': 'Return 451 for a violation of the content policy.',
    'JOB-ERROR-11': 'Return 503 when the service is temporarily unavailable or all workers are busy.',
    'JOB-ERROR-12':
      'Return only 200, 400, 401, 403, 413, 429, 451 or 503 from POST /generate, 200 or 404 from GET /job/{job_id}, 200 from GET /health, 200 or 400 from POST /report, and 401 where a token is missing.',
  }),

  ...now('versioning', {
    'JOB-VERSION-01': 'Describe the interface at version 1.0.0.',
  }),
] as const;
