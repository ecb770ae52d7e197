// The decisions: settings, secrets and commands of whoever runs the service.
import { now, planned } from './requirement.ts';

export const decisionsOperating = [
  ...now('settings', {
    'DEC-SETTING-01': 'Read settings from environment variables in one place.',
    'DEC-SETTING-02': 'Default KINORA_HOST to 127.0.0.1 and KINORA_PORT to 8787.',
    'DEC-SETTING-03': 'Build links from KINORA_PUBLIC_URL.',
    'DEC-SETTING-04': 'Default KINORA_DATA_DIR to ./.kinora.',
    'DEC-SETTING-05': 'Run an embedded PostgreSQL in the data directory without DATABASE_URL.',
    'DEC-SETTING-06': 'Use the database of DATABASE_URL when it is set.',
    'DEC-SETTING-07': 'Keep files in the data directory without KINORA_STORAGE_URL.',
    'DEC-SETTING-08': 'Admit workers by KINORA_WORKER_TOKEN.',
    'DEC-SETTING-09': 'Render with the procedural engine by KINORA_ENGINE.',
    'DEC-SETTING-10':
      'Make secrets that are not given at first start and keep them in the data directory, mode 0600.',
    'DEC-SETTING-14': 'Write mails to files and the log without SMTP_URL.',
    'DEC-SETTING-15':
      'Serve PUT /operator/test-clock with {now} under KINORA_TEST_CLOCK=1, refused with live Stripe keys.',
    'DEC-SETTING-19': 'Take the test clock from this machine and from a signed-in operator only.',
    'DEC-SETTING-11': 'Choose the payment provider sandbox or stripe by KINORA_PAYMENTS.',
    'DEC-SETTING-12': 'Serve loopback addresses only with the sandbox when KINORA_PAYMENTS is not set.',
    'DEC-SETTING-13': 'Read STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
  }),
  ...now('settings', {
    'DEC-SETTING-16': 'Store in s3://bucket/prefix?endpoint=...&region=... when KINORA_STORAGE_URL says so.',
  }),
  ...planned('pipeline', 'settings', {
    'DEC-SETTING-17': 'Choose the engine comfyui or openai, each with its address, by KINORA_ENGINE.',
    'DEC-SETTING-18': 'Ask the moderation endpoint of KINORA_MODERATION_URL.',
  }),

  ...now('storage', {
    'DEC-STORAGE-01':
      'Try the store at start and in kinora doctor, and say what to do when it cannot be used.',
    'DEC-STORAGE-02': 'Let a worker put its result straight into the store by the link in its lease.',
    'DEC-STORAGE-03':
      'Complete no job without readable bytes while the store is away: it waits, then fails and is paid back.',
    'DEC-STORAGE-04': 'Delete an uploaded picture as soon as its job has ended.',
    'DEC-STORAGE-05': 'Sweep the blobs that no job needs, and nothing else.',
    'DEC-STORAGE-06': 'Forget answers to an Idempotency-Key after 24 hours, and workers after 30 days.',
  }),

  ...now('commands', {
    'DEC-COMMAND-01': 'Serve the API with kinora serve.',
    'DEC-COMMAND-02': 'Run a worker with kinora worker.',
    'DEC-COMMAND-03': 'Make an image, a video and an image-to-video with kinora demo and exit 0.',
    'DEC-COMMAND-04': 'Bring the schema up to date with kinora migrate.',
    'DEC-COMMAND-05': 'Report what is missing with kinora doctor.',
    'DEC-COMMAND-06': 'Check every money invariant with kinora audit.',
    'DEC-COMMAND-07': 'Exit kinora audit non-zero on drift.',
    'DEC-COMMAND-08':
      'Create an account with kinora account create --email E and print account_id and api_key with --json.',
    'DEC-COMMAND-09': 'Give it a paid balance with --balance-usd N.',
    'DEC-COMMAND-11': 'Make it an operator with --operator.',
    'DEC-COMMAND-12': 'Print its access_token with --json.',
  }),
  ...now('commands', {
    'DEC-COMMAND-10': 'Give it a plan with --plan pro|max.',
  }),
  ...now('commands', {
    'DEC-COMMAND-13': 'Read the watermark of a file with kinora watermark verify FILE.',
  }),
  ...now('watermark', {
    'DEC-WATERMARK-01': 'Prove a mark with an authenticator that the server alone can make.',
    'DEC-WATERMARK-02': 'Let a worker mark with a payload and a chip key, without the secret.',
    'DEC-WATERMARK-03':
      'Read the mark after JPEG, WebP, resizing, another shape, recolouring and a crop of a tenth a side.',
    'DEC-WATERMARK-04': 'Change no flat area by more than one step of 255.',
    'DEC-WATERMARK-05': 'Find no mark in pictures that have none.',
    'DEC-WATERMARK-06': 'Mark pictures from 256x256 to 4096x4096 of any shape.',
  }),
] as const;
