// The decisions: sizes, lengths and prices, and the life of a job.
import { now, planned } from './requirement.ts';

export const decisionsGeneration = [
  ...now('sizes', {
    'DEC-SIZE-01': 'Meter length in whole thirds: floor(duration * 3 + 1e-9), at least 3.',
    'DEC-SIZE-02': 'Render 8 * thirds + 1 frames at 24 fps.',
    'DEC-SIZE-03': 'Price a video at thirds * rate / 3 cents, rounded half up.',
    'DEC-SIZE-04': 'Take a ratio within 1 % of 16:9, 9:16, 1:1, 3:2 or 2:3 as that shape.',
    'DEC-SIZE-05': 'Class an exact size first: 1080x1080 is the Full HD square.',
    'DEC-SIZE-06':
      'Class other sizes by the longer requested side: up to 1280 HD, up to 1920 Full HD, up to 2560 2.5K.',
    'DEC-SIZE-07': 'Deliver HD at 1280x720, 720x1280, 720x720, 1080x720 and 720x1080.',
    'DEC-SIZE-08': 'Deliver Full HD at 1920x1080, 1080x1920, 1080x1080, 1620x1080 and 1080x1620.',
    'DEC-SIZE-09': 'Deliver 2.5K at 2560x1440, 1440x2560, 1440x1440, 2160x1440 and 1440x2160.',
    'DEC-SIZE-10': 'Round other fast sizes to the nearest multiple of 64, never below 256.',
    'DEC-SIZE-11':
      'Refuse quality outside HD and Full HD or outside the five shapes with the list of its sizes.',
    'DEC-SIZE-12': 'Bill cinema as 2k in every shape.',
    'DEC-SIZE-13': "Take the mode's default for width and for height each on its own.",
  }),
  ...planned('pipeline', 'sizes', {}),

  ...now('jobs', {
    'DEC-JOB-01': 'Know the inner states queued, running, completed, failed and blocked.',
    'DEC-JOB-02': 'Cancel a waiting job at DELETE and put the money back.',
    'DEC-JOB-03': 'Cancel a running job at DELETE and put the money back.',
    'DEC-JOB-04': 'Purge the bytes of a finished job at DELETE.',
    'DEC-JOB-05': 'Answer 404 for a deleted job from then on.',
    'DEC-JOB-06': 'Throw a late result of a cancelled job away.',
    'DEC-JOB-07': 'Draw and store a seed when it is omitted.',
    'DEC-JOB-08': 'Reproduce the same bytes from the same seed on the same engine version.',
    'DEC-JOB-09': 'Deliver images as PNG.',
    'DEC-JOB-10': 'Deliver videos as MP4 with H.264 and AAC at 24 fps.',
    'DEC-JOB-11': 'Give every v1 video sound.',
    'DEC-JOB-12': 'Write the MP4 with fast start.',
    'DEC-JOB-13': 'Sign URLs with an HMAC over key id, method, artefact and expiry.',
  }),
  ...planned('job-api', 'jobs', {
    'DEC-JOB-14': 'Show running as generating in the job interface.',
  }),
  ...planned('pipeline', 'jobs', {
    'DEC-JOB-15': 'Remove outputs and prompts after 7 days and answer 404; keep the ledger.',
    'DEC-JOB-16': "Hand out the object store's own presigned URL where the store offers one.",
  }),

  ...planned('pipeline', 'zero-retention', {
    'DEC-STORE-01': 'Hold the connection with X-Service-Store: 0 until the job ends.',
    'DEC-STORE-02': 'Answer 200 with the bytes as image/png or video/mp4.',
    'DEC-STORE-03': 'Carry X-Job-Id, X-Seed, X-Price-Cents and Cache-Control: no-store.',
    'DEC-STORE-04': 'Answer 451 when such a job is blocked.',
    'DEC-STORE-05': 'Answer 500 or 503 and put the money back when such a job fails.',
    'DEC-STORE-06': 'Cancel and put the money back when the client leaves before the bytes are ready.',
    'DEC-STORE-07': 'Let bytes and prompt touch no disk, database, log or temporary file.',
  }),
] as const;
