import type { Config } from '../config.ts';
import { formatGib } from '../settings/disk-settings.ts';

export interface DescribedSetting {
  readonly name: string;
  readonly value: string;
}

/** The settings as they are, for the operator's console. Of a secret, only whether it is set. */
export function describeSettings(config: Config): readonly DescribedSetting[] {
  const { safety, payments, http, disk } = config;
  const set = (value: unknown): string => (value === undefined ? 'not set' : 'set');
  const list = (values: readonly string[], none: string): string => values.join(', ') || none;
  const settings: Readonly<Record<string, string>> = {
    KINORA_PUBLIC_URL: config.publicUrl ?? 'not set',
    KINORA_HOST: config.host,
    KINORA_PORT: String(config.port),
    KINORA_PROCESSES: String(http.processes),
    DATABASE_URL: config.databaseUrl === undefined ? 'not set: PostgreSQL in the data directory' : 'set',
    KINORA_STORAGE_URL:
      config.s3 === undefined ? 'not set: files in the data directory' : `bucket ${config.s3.bucket}`,
    KINORA_PAYMENTS: payments.provider,
    KINORA_ENGINE: config.workerEnvironment.KINORA_ENGINE ?? 'procedural',
    SMTP_URL: config.smtpUrl === undefined ? 'not set: emails are written to files' : 'set',
    KINORA_CATALOGUE: config.catalogueFile ?? 'not set: kept in the database',
    KINORA_MAIL_FROM: config.mailFrom,
    KINORA_SECURITY_CONTACT: config.securityContact ?? 'not set',
    KINORA_LOGO: config.logoFile ?? 'not set',
    KINORA_MODERATION_URL: safety.moderation?.baseUrl ?? 'not set',
    KINORA_PROMPT_URL: safety.promptModel?.baseUrl ?? 'not set',
    KINORA_PROMPT_LANGUAGES: safety.promptLanguages,
    KINORA_ALLOWED_CONTENT: list(safety.allowedContent, 'none'),
    KINORA_CHECK_USER_AGENT: onOrOff(config.checksUserAgent),
    KINORA_TRUSTED_PROXIES: list(config.trustedProxies, 'none'),
    KINORA_ALLOWED_ORIGINS: list(config.allowedOrigins, 'none'),
    KINORA_MAX_CONNECTIONS_PER_ADDRESS: String(http.connectionsPerNetwork),
    KINORA_PROXY_TIMEOUT_SECONDS: String(http.proxyTimeoutSeconds),
    KINORA_LOADED_MODEL_SECONDS: String(config.loadedFirstSeconds),
    KINORA_FALLBACK_SECONDS: String(config.fallbackSeconds),
    KINORA_REPEATED_CALL_SECONDS: String(http.repeatWindowMs / 1000),
    KINORA_MIN_FREE_GIB: formatGib(disk.minFreeBytes),
    KINORA_WEBHOOKS_PRIVATE: onOrOff(config.allowsPrivateWebhooks),
    KINORA_WORKER_TOKEN: set(config.workerToken),
    KINORA_TEST_CLOCK: onOrOff(config.testClock),
  };
  return Object.entries(settings).map(([name, value]) => ({ name, value: withoutPassword(value) }));
}

const onOrOff = (isOn: boolean): string => (isOn ? 'on' : 'off');

/** An address may contain a user and a password. */
function withoutPassword(value: string): string {
  if (!URL.canParse(value)) return value;
  const url = new URL(value);
  if (url.username === '' && url.password === '') return value;
  url.username = '';
  url.password = '';
  return url.href;
}
