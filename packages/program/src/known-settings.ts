import { editDistance } from '@kinora/contract/edit-distance';
import { writeText } from './terminal-text.ts';

/**
 * The settings of every program: a file of settings may be shared by several. Those of one that another does not read are
 * no mistake.
 */
export const knownSettings: ReadonlySet<string> = new Set([
  // The server.
  'DATABASE_URL',
  'KINORA_AD_IMAGE',
  'KINORA_AD_TEXT',
  'KINORA_AD_URL',
  'KINORA_ALLOWED_ORIGINS',
  'KINORA_C2PA_CERTIFICATES',
  'KINORA_C2PA_KEY',
  'KINORA_CATALOGUE',
  'KINORA_CHECK_USER_AGENT',
  'KINORA_COMPANY',
  'KINORA_DATA_DIR',
  'KINORA_DOCUMENT_FONT',
  'KINORA_FALLBACK_SECONDS',
  'KINORA_HOST',
  'KINORA_LOADED_MODEL_SECONDS',
  'KINORA_LOGO',
  'KINORA_MAIL_FROM',
  'KINORA_MAX_CONNECTIONS_PER_ADDRESS',
  'KINORA_METRICS_TOKEN',
  'KINORA_MIN_FREE_GIB',
  'KINORA_MODERATION_KEY',
  'KINORA_MODERATION_MODEL',
  'KINORA_MODERATION_URL',
  'KINORA_NODE_URL',
  'KINORA_PAYMENTS',
  'KINORA_PORT',
  'KINORA_PROCESSES',
  'KINORA_PROMPT_KEY',
  'KINORA_PROMPT_LANGUAGES',
  'KINORA_PROMPT_MODEL',
  'KINORA_PROMPT_URL',
  'KINORA_PROXY_TIMEOUT_SECONDS',
  'KINORA_PUBLIC_URL',
  'KINORA_PURGE_KEY',
  'KINORA_PURGE_URL',
  'KINORA_REPEATED_CALL_SECONDS',
  'KINORA_SECURITY_CONTACT',
  'KINORA_STOP_GRACE_SECONDS',
  'KINORA_STOP_LINGER_SECONDS',
  'KINORA_STORAGE_URL',
  'KINORA_STRIPE_URL',
  'KINORA_TEST_CLOCK',
  'KINORA_TRUSTED_PROXIES',
  'KINORA_WEBHOOKS_PRIVATE',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  // The worker, and those that it shares with the server.
  'KINORA_ALLOWED_CONTENT',
  'KINORA_COMFYUI_CA',
  'KINORA_COMFYUI_CLIENT_ID',
  'KINORA_COMFYUI_HEADERS',
  'KINORA_COMFYUI_IN_MEMORY',
  'KINORA_COMFYUI_INPUT_DIR',
  'KINORA_COMFYUI_OUTPUT_DIR',
  'KINORA_COMFYUI_URL',
  'KINORA_COMFYUI_WORKFLOWS',
  'KINORA_ENGINE',
  'KINORA_IMAGE_LIMIT_SECONDS',
  'KINORA_LOG_LEVEL',
  'KINORA_OPENAI_ANIMATE_MODEL',
  'KINORA_OPENAI_CA',
  'KINORA_OPENAI_EDIT_MODEL',
  'KINORA_OPENAI_HEADERS',
  'KINORA_OPENAI_IMAGE_LONGEST_SIDE',
  'KINORA_OPENAI_IMAGE_MODEL',
  'KINORA_OPENAI_IMAGE_SIZES',
  'KINORA_OPENAI_KEY',
  'KINORA_OPENAI_OTHER_HOSTS',
  'KINORA_OPENAI_PROFILE',
  'KINORA_OPENAI_SUPPORTS_ZERO_RETENTION',
  'KINORA_OPENAI_URL',
  'KINORA_OPENAI_VIDEO_BODY',
  'KINORA_OPENAI_VIDEO_FPS',
  'KINORA_OPENAI_VIDEO_LONGEST_SIDE',
  'KINORA_OPENAI_VIDEO_MODEL',
  'KINORA_OPENAI_VIDEO_MODES',
  'KINORA_OPENAI_VIDEO_SECONDS',
  'KINORA_OPENAI_VIDEO_SIZES',
  'KINORA_SERVER_URL',
  'KINORA_VIDEO_LIMIT_SECONDS',
  'KINORA_WORKER_COSTS',
  'KINORA_WORKER_MODELS',
  'KINORA_WORKER_PREFERENCE',
  'KINORA_WORKER_SLOTS',
  'KINORA_WORKER_TOKEN',
  // The command line of customers.
  'KINORA_API_KEY',
  'KINORA_SERVER',
  // The MCP adapter.
  'SERVICE_API_TOKEN',
  'SERVICE_MCP_MEDIA_ROOTS',
  'SERVICE_URL',
]);

/** Variables of the examples in the documents, and of the tests. */
const OTHER_VARIABLE = /^KINORA_(KEY|TOKEN|URL|EVERY_DRILL|OBSERVED_PROBLEMS|SCREENSHOTS|(TEST|BENCH)_\w+)$/;

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a program reads the variable, or none is expected to. */
export function isKnownSetting(name: string): boolean {
  if (knownSettings.has(name) || OTHER_VARIABLE.test(name)) return true;
  const [distance] = nearestTo(name);
  return !name.startsWith('KINORA_') && distance > 1;
}

const warned = new Set<string>();

/**
 * Says on standard error, once, which variables look like settings and are none, with the nearest setting: what is
 * misspelt would be ignored in silence. The values are not printed.
 */
export function warnOfUnknownSettings(environment: Environment): void {
  for (const name of Object.keys(environment)) {
    if (isKnownSetting(name) || warned.has(name)) continue;
    warned.add(name);
    const [distance, nearest] = nearestTo(name);
    const isNear = distance <= Math.max(2, Math.floor((nearest.length - PREFIX.length) / 3));
    const remedy = isNear ? `did you mean ${nearest}?` : 'docs/guides/settings.md lists them all';
    writeText(
      `WARNING: ${JSON.stringify(name).slice(1, -1)} is not a setting of Kinora; ${remedy}\n`,
      process.stderr,
    );
  }
}

const PREFIX = 'KINORA_';

function nearestTo(name: string): readonly [distance: number, nearest: string] {
  let found: readonly [number, string] = [Number.POSITIVE_INFINITY, ''];
  for (const known of knownSettings) {
    if (Math.abs(known.length - name.length) >= found[0]) continue;
    const distance = editDistance(name, known);
    if (distance < found[0]) found = [distance, known];
  }
  return found;
}
