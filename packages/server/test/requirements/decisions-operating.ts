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
  ...planned('pipeline', 'settings', {
    'DEC-SETTING-16': 'Store in s3://bucket/prefix?endpoint=...&region=... when KINORA_STORAGE_URL says so.',
    'DEC-SETTING-17': 'Choose the engine comfyui or openai, each with its address, by KINORA_ENGINE.',
    'DEC-SETTING-18': 'Ask the moderation endpoint of KINORA_MODERATION_URL.',
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
  ...planned('pipeline', 'commands', {
    'DEC-COMMAND-13': 'Read the watermark of a file with kinora watermark verify FILE.',
  }),
] as const;
