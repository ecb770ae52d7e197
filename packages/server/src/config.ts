import { isIP } from 'node:net';
import path from 'node:path';

/** The only reader of the environment. Everything else gets the frozen result. */

export interface Config {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Where clients reach us, without a slash at its end; absent, the address we listen on. */
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  /** Absent: an embedded PostgreSQL in the data directory. */
  readonly databaseUrl: string | undefined;
  /** Absent: made at first start and kept in the data directory. */
  readonly workerToken: string | undefined;
  readonly engine: 'procedural';
  readonly checksUserAgent: boolean;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Absent: mails are written to files in the data directory. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly payments: PaymentConfig;
  /** Lets the operator set the time, for trying out month ends and limits that lift after days. */
  readonly testClock: boolean;
  readonly logLevel: string;
  /** Where `kinora worker` finds the server. */
  readonly serverUrl: string;
  /** Tests only: die at this named point, see `kernel/crash-point.ts`. */
  readonly crashAt: string | undefined;
}

export type PaymentConfig =
  | {
      readonly provider: 'sandbox';
      /** Unless the operator chose the sandbox, its checkout opens on this machine only. */
      readonly loopbackOnly: boolean;
    }
  | {
      readonly provider: 'stripe';
      readonly secretKey: string;
      readonly webhookSecret: string;
      /** Tests only: where Stripe's API is. */
      readonly apiUrl: string | undefined;
    };

type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used; the message names it and says what to write instead. */
export class ConfigError extends Error {}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function readConfig(environment: Environment = process.env): Config {
  const get = (name: string): string | undefined => environment[name]?.trim() || undefined;
  refuseUnbuilt(get);
  const port = Number(get('KINORA_PORT') ?? 8787);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ConfigError(`KINORA_PORT must be a number from 0 to 65535, not "${get('KINORA_PORT')}"`);
  }
  return Object.freeze({
    host: get('KINORA_HOST') ?? '127.0.0.1',
    port,
    publicUrl: readUrl('KINORA_PUBLIC_URL', get('KINORA_PUBLIC_URL')),
    dataDir: path.resolve(get('KINORA_DATA_DIR') ?? '.kinora'),
    databaseUrl: get('DATABASE_URL'),
    workerToken: readToken(get('KINORA_WORKER_TOKEN')),
    engine: 'procedural',
    checksUserAgent: readSwitch('KINORA_CHECK_USER_AGENT', get('KINORA_CHECK_USER_AGENT') ?? 'on'),
    trustedProxies: readNetworks('KINORA_TRUSTED_PROXIES', get('KINORA_TRUSTED_PROXIES') ?? ''),
    smtpUrl: readSmtpUrl(get('SMTP_URL')),
    mailFrom: get('KINORA_MAIL_FROM') ?? 'Kinora <kinora@localhost>',
    payments: readPayments(get),
    testClock: readTestClock(get),
    logLevel: readOneOf('KINORA_LOG_LEVEL', get('KINORA_LOG_LEVEL') ?? 'info', LOG_LEVELS),
    serverUrl: readUrl('KINORA_SERVER_URL', get('KINORA_SERVER_URL')) ?? `http://127.0.0.1:${port}`,
    crashAt: get('CRASH_AT'),
  });
}

/** The environment of a process we start: ours without our settings, and with `settings`. */
export function childEnvironment(
  settings: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(KINORA_|STRIPE_|(CRASH_AT|DATABASE_URL|SMTP_URL)$)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...settings };
}

/** Settings of the design that this version cannot honour yet: refusing beats ignoring. */
function refuseUnbuilt(get: (name: string) => string | undefined): void {
  const engine = get('KINORA_ENGINE') ?? 'procedural';
  if (engine !== 'procedural') {
    throw new ConfigError(
      `KINORA_ENGINE must be "procedural", not "${engine}"; other engines are not built yet`,
    );
  }
  if (get('KINORA_STORAGE_URL') !== undefined) {
    throw new ConfigError(
      'KINORA_STORAGE_URL cannot be used yet; leave it out, and results are kept as files',
    );
  }
}

function readUrl(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !/^https?:/.test(value)) {
    throw new ConfigError(`${name} must be an http or https address, not "${value}"`);
  }
  return value.replace(/\/+$/, '');
}

function readToken(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 16) {
    throw new ConfigError(
      'KINORA_WORKER_TOKEN must have at least 16 characters; `openssl rand -hex 32` makes one',
    );
  }
  return value;
}

function readSmtpUrl(value: string | undefined): string | undefined {
  if (value === undefined || (URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol))) return value;
  // The value may hold a password, so the message does not repeat it.
  throw new ConfigError('SMTP_URL must be like smtp://user:password@mail.example.com:587');
}

function readNetworks(name: string, value: string): readonly string[] {
  const networks = value.split(/[\s,]+/).filter((network) => network !== '');
  for (const network of networks) {
    const [address = '', bits, ...rest] = network.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (isIP(address) === 0 || !isPrefix || rest.length > 0) {
      throw new ConfigError(`${name} must list addresses or networks such as 10.0.0.0/8, not "${network}"`);
    }
  }
  return networks;
}

function readPayments(get: (name: string) => string | undefined): PaymentConfig {
  const chosen = get('KINORA_PAYMENTS');
  if (chosen === undefined) return { provider: 'sandbox', loopbackOnly: true };
  if (readOneOf('KINORA_PAYMENTS', chosen, ['sandbox', 'stripe']) === 'sandbox') {
    return { provider: 'sandbox', loopbackOnly: false };
  }
  // What was given instead may be a secret in the wrong place, so no message repeats it.
  const secretKey = get('STRIPE_SECRET_KEY') ?? '';
  if (!/^(sk|rk)_(live|test)_\w+$/.test(secretKey)) {
    throw new ConfigError('KINORA_PAYMENTS=stripe needs STRIPE_SECRET_KEY, which starts with sk_ or rk_');
  }
  const webhookSecret = get('STRIPE_WEBHOOK_SECRET') ?? '';
  if (!webhookSecret.startsWith('whsec_')) {
    throw new ConfigError(
      'KINORA_PAYMENTS=stripe needs STRIPE_WEBHOOK_SECRET, which starts with whsec_; it belongs to the webhook endpoint at <public address>/webhooks/stripe',
    );
  }
  const apiUrl = readUrl('KINORA_STRIPE_URL', get('KINORA_STRIPE_URL'));
  return { provider: 'stripe', secretKey, webhookSecret, apiUrl };
}

function readTestClock(get: (name: string) => string | undefined): boolean {
  if (readOneOf('KINORA_TEST_CLOCK', get('KINORA_TEST_CLOCK') ?? '0', ['0', '1']) === '0') return false;
  if (/^(sk|rk)_live_/.test(get('STRIPE_SECRET_KEY') ?? '')) {
    throw new ConfigError(
      'KINORA_TEST_CLOCK cannot be used with a live Stripe key; leave one of the two out',
    );
  }
  return true;
}

function readSwitch(name: string, value: string): boolean {
  return readOneOf(name, value, ['on', 'off']) === 'on';
}

function readOneOf(name: string, value: string, allowed: readonly string[]): string {
  if (allowed.includes(value)) return value;
  throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}"`);
}
