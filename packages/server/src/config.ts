import { isIP } from 'node:net';
import path from 'node:path';
import { isKnownSetting, warnOfUnknownSettings } from '@kinora/program/known-settings';
import {
  ConfigError,
  type Reader,
  readerOf,
  readList,
  readLogLevel,
  readSwitch,
  readUrl,
  readWhole,
  readWorkerToken,
} from '@kinora/program/setting';
import type { PurgeHook } from './jobs/retention/purge-caches.ts';
import { type AdvertisementConfig, readAdvertisement } from './settings/advertisement-settings.ts';
import { readAllowedOrigins, readPurgeHook } from './settings/browser-settings.ts';
import { readDatabaseUrl } from './settings/database-settings.ts';
import { isPublic } from './settings/describe-exposure.ts';
import { type DiskConfig, readDisk } from './settings/disk-settings.ts';
import { type DocumentConfig, readDocuments } from './settings/document-settings.ts';
import { type HttpConfig, readHttp } from './settings/http-settings.ts';
import { type PaymentConfig, readPayments } from './settings/payment-settings.ts';
import { readSafety, type SafetyConfig } from './settings/safety-settings.ts';
import { readTelemetry, type TelemetryConfig } from './settings/telemetry-settings.ts';
import { readS3Location, type S3Location } from './storage/s3/s3-location.ts';

/** The only place that reads the environment. Everything else receives the frozen result. */

export interface Config {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The public URL, without a trailing slash. Default: the address the server listens on. */
  readonly publicUrl: string | undefined;
  /** The URL of this node for workers; needed for zero retention with several servers behind one URL. */
  readonly nodeUrl: string | undefined;
  /** Which of several processes that share the port this is, from 1; undefined for one that has it alone. */
  readonly processIndex: number | undefined;
  readonly dataDir: string;
  /** The file of what is sold; without it, that is kept in the database alone. */
  readonly catalogueFile: string | undefined;
  /** Default: an embedded PostgreSQL in the data directory. */
  readonly databaseUrl: string | undefined;
  /** Default: files in the data directory. */
  readonly s3: S3Location | undefined;
  /** Without it, one is created at the first start and stored in the data directory. */
  readonly workerToken: string | undefined;
  /** The environment variables for the worker that `serve` starts. */
  readonly workerEnvironment: Readonly<Record<string, string>>;
  readonly safety: SafetyConfig;
  readonly disk: DiskConfig;
  /** PEM files to sign images with. Without them, the key and certificate are self-issued. */
  readonly credentialFiles: { readonly certificates: string; readonly key: string } | undefined;
  readonly checksUserAgent: boolean;
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may call the interfaces from a browser. */
  readonly allowedOrigins: readonly string[];
  /** What to call when a public result must leave the caches in front of the service. */
  readonly purgeHook: PurgeHook | undefined;
  /** Whether webhooks may go to private addresses and by http. */
  readonly allowsPrivateWebhooks: boolean;
  readonly http: HttpConfig;
  /** How much longer a job may wait because others, whose model is loaded, come first. */
  readonly loadedFirstSeconds: number;
  /** How long a job waits for the workers that are filled first before others may take it. */
  readonly fallbackSeconds: number;
  /** Without it, emails are written to files in the data directory. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Where to report vulnerabilities, for security.txt: a `mailto:` or `https:` URL. */
  readonly securityContact: string | undefined;
  /** What people on the free tier see in the studio. */
  readonly advertisement: AdvertisementConfig | undefined;
  /** An SVG or PNG file, shown in place of the mark of the product. */
  readonly logoFile: string | undefined;
  readonly payments: PaymentConfig;
  readonly documents: DocumentConfig;
  readonly telemetry: TelemetryConfig;
  /** Lets the operator set the time, to test month ends and limits that last for days. */
  readonly testClock: boolean;
  readonly logLevel: string;
  /** Tests only: the process exits at this named point, see `kernel/crash-point.ts`. */
  readonly crashAt: string | undefined;
}

const MAX_PORT = 65_535;
/** Measured by `npm run bench loaded`: longer waits bring hardly more jobs. */
const LOADED_FIRST_SECONDS = 60;
const FALLBACK_SECONDS = 10;

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(environment: Environment = process.env): Config {
  warnOfUnknownSettings(environment);
  const get = readerOf(environment);
  const port = Number(get('KINORA_PORT') ?? 8787);
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) {
    throw new ConfigError(`KINORA_PORT must be a number from 0 to ${MAX_PORT}, not "${get('KINORA_PORT')}"`);
  }
  const publicUrl = readUrl('KINORA_PUBLIC_URL', get('KINORA_PUBLIC_URL'));
  const databaseUrl = readDatabaseUrl(get);
  const http = readHttp(get, databaseUrl !== undefined);
  const lastPort = MAX_PORT - http.processes;
  if (http.processes > 1 && (port === 0 || port > lastPort)) {
    throw new ConfigError(
      `KINORA_PORT must be from 1 to ${lastPort} with KINORA_PROCESSES=${http.processes}: process n also listens on the port plus n`,
    );
  }
  return Object.freeze({
    host: get('KINORA_HOST') ?? '127.0.0.1',
    port,
    publicUrl,
    nodeUrl: readUrl('KINORA_NODE_URL', get('KINORA_NODE_URL')),
    loadedFirstSeconds: readWhole(get, 'KINORA_LOADED_MODEL_SECONDS', LOADED_FIRST_SECONDS, 0, 3600),
    fallbackSeconds: readWhole(get, 'KINORA_FALLBACK_SECONDS', FALLBACK_SECONDS, 0, 3600),
    processIndex: undefined,
    catalogueFile: get('KINORA_CATALOGUE'),
    dataDir: path.resolve(get('KINORA_DATA_DIR') ?? '.kinora'),
    databaseUrl,
    s3: readStorage(get('KINORA_STORAGE_URL')),
    workerToken: readWorkerToken(get),
    workerEnvironment: workerEnvironment(environment),
    safety: readSafety(get),
    disk: readDisk(get),
    credentialFiles: readCredentialFiles(get),
    checksUserAgent: readSwitch(get, 'KINORA_CHECK_USER_AGENT', 'on'),
    trustedProxies: readNetworks('KINORA_TRUSTED_PROXIES', get('KINORA_TRUSTED_PROXIES') ?? ''),
    allowedOrigins: readAllowedOrigins(get),
    purgeHook: readPurgeHook(get),
    allowsPrivateWebhooks: readSwitch(get, 'KINORA_WEBHOOKS_PRIVATE', 'off'),
    http,
    smtpUrl: readSmtpUrl(get('SMTP_URL')),
    mailFrom: get('KINORA_MAIL_FROM') ?? 'Kinora <kinora@localhost>',
    securityContact: readContact(get('KINORA_SECURITY_CONTACT')),
    advertisement: readAdvertisement(get),
    logoFile: get('KINORA_LOGO'),
    payments: readPayments(get),
    documents: readDocuments(get),
    telemetry: readTelemetry(get),
    testClock: readTestClock(get, publicUrl, http),
    logLevel: readLogLevel(get),
    crashAt: get('CRASH_AT'),
  });
}

/** The environment of a child process: that of this process without its settings, and `settings`. */
export function childEnvironment(
  settings: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(KINORA_|STRIPE_|AWS_|(CRASH_AT|DATABASE_URL|SMTP_URL)$)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...settings };
}

/** The environment of one of several server processes: that of this process, which has warned, with other `settings`. */
export function processEnvironment(
  settings: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  const known = Object.entries(process.env).filter(([name]) => isKnownSetting(name));
  return { ...Object.fromEntries(known), ...settings };
}

/** The settings for the worker that `serve` starts: its engine, its models and slots, and the content it may render. */
const WORKER_SETTING = /^KINORA_(ENGINE$|WORKER_MODELS$|WORKER_SLOTS$|OPENAI_|COMFYUI_|ALLOWED_CONTENT$)/;

function workerEnvironment(environment: Environment): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && WORKER_SETTING.test(name) && isKnownSetting(name)) settings[name] = value;
  }
  return settings;
}

function readCredentialFiles(get: Reader): Config['credentialFiles'] {
  const certificates = get('KINORA_C2PA_CERTIFICATES');
  const key = get('KINORA_C2PA_KEY');
  if (certificates === undefined && key === undefined) return undefined;
  if (certificates === undefined || key === undefined) {
    throw new ConfigError('set both KINORA_C2PA_CERTIFICATES and KINORA_C2PA_KEY, two PEM files, or neither');
  }
  return { certificates, key };
}

function readStorage(value: string | undefined): S3Location | undefined {
  if (value === undefined) return undefined;
  const location = readS3Location(value);
  if (location.ok) return location.value;
  throw new ConfigError(`KINORA_STORAGE_URL ${location.problem}; without it, results are stored as files`);
}

function readSmtpUrl(value: string | undefined): string | undefined {
  if (value === undefined || (URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol))) return value;
  // The value may contain a password, so the message does not repeat it.
  throw new ConfigError('SMTP_URL must be like smtp://user:password@mail.example.com:587');
}

function readContact(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = /^[^\s:@]+@[^\s:@]+$/.test(value) ? `mailto:${value}` : value;
  if (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(url) && URL.canParse(url)) return url;
  throw new ConfigError('KINORA_SECURITY_CONTACT must be an email address or an https URL');
}

function readNetworks(name: string, value: string): readonly string[] {
  const networks = readList(value);
  for (const network of networks) {
    const [address = '', bits, ...rest] = network.split('/');
    const maxBits = isIP(address) === 6 ? 128 : 32;
    const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
    if (isIP(address) === 0 || !isPrefix || rest.length > 0) {
      throw new ConfigError(`${name} must list addresses or networks such as 10.0.0.0/8, not "${network}"`);
    }
  }
  return networks;
}

function readTestClock(get: Reader, publicUrl: string | undefined, { processes }: HttpConfig): boolean {
  if (!readSwitch(get, 'KINORA_TEST_CLOCK', 'off')) return false;
  if (processes > 1) {
    throw new ConfigError('KINORA_TEST_CLOCK works with one server process; remove it or KINORA_PROCESSES');
  }
  if (/^(sk|rk)_live_/.test(get('STRIPE_SECRET_KEY') ?? '')) {
    throw new ConfigError('KINORA_TEST_CLOCK cannot be used with a live Stripe key; remove one of the two');
  }
  if (isPublic(publicUrl)) {
    throw new ConfigError(
      'KINORA_TEST_CLOCK cannot be used with a KINORA_PUBLIC_URL that others can reach; remove one of the two',
    );
  }
  return true;
}
