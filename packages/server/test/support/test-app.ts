import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLeaseClient, type LeaseClient } from '@kinora/worker/lease-client';
import { type Logger, pino } from 'pino';
import { createAccount } from '../../src/accounts/create-account.ts';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { type App, startApp } from '../../src/app.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/db/database.ts';
import { type Clock, systemClock } from '../../src/kernel/clock.ts';
import { within } from './deadline.ts';
import { sellFromStart } from './default-catalogue.ts';
import { assertDocumented } from './documented-problems.ts';
import { UNLIMITED } from './jobs-under-test.ts';
import { keepWorkerReady } from './ready-worker.ts';
import { createTestDatabase } from './test-database.ts';

/** The whole server on a free port, with its own database and data directory, without a worker. */
export interface TestApp {
  readonly app: App;
  readonly url: string;
  readonly dataDir: string;
  readonly connectionString: string;
  readonly database: Database;
  readonly worker: LeaseClient;
  /** Creates an account; its requests have its key and a valid User-Agent. */
  account(balanceCents?: number, limits?: 'none' | 'default'): Promise<TestAccount>;
  stop(): Promise<void>;
}

export interface TestAccount {
  readonly id: string;
  readonly key: string;
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;
  readonly delete: (path: string) => Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any type.
  readonly body: any;
  /** The raw body. */
  readonly text: string;
}

export const TEST_USER_AGENT = 'kinora-tests/1.0';
const DEFAULT_BALANCE_CENTS = 10_000;

export async function startTestApp({
  clock,
  environment = {},
  logger = pino({ level: 'silent' }),
  withWorker = true,
  sessionSettings = {},
  sold,
}: {
  readonly clock?: Clock;
  readonly environment?: Readonly<Record<string, string>>;
  readonly logger?: Logger;
  /** Whether jobs are accepted before a worker has polled; true by default. */
  readonly withWorker?: boolean;
  /** PostgreSQL's settings for the sessions of the service, from their start; those of the test do not have them. */
  readonly sessionSettings?: Readonly<Record<string, string>>;
  /** What it sells from the beginning, as version 2; the contract if absent. */
  readonly sold?: Catalogue;
} = {}): Promise<TestApp> {
  const { database, connectionString, close } = await createTestDatabase();
  if (sold !== undefined) await sellFromStart(database, sold);
  if (withWorker) await keepWorkerReady(database);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-test-'));
  const config = readConfig({
    KINORA_PORT: '0',
    KINORA_DATA_DIR: dataDir,
    DATABASE_URL: withSettings(connectionString, sessionSettings),
    // Tests keep their connections open.
    KINORA_STOP_LINGER_SECONDS: '0',
    ...environment,
  });
  const app = await startApp(config, logger, { clock });
  return {
    app,
    url: app.url,
    dataDir,
    connectionString,
    database,
    worker: createLeaseClient(app.url, app.workerToken),
    async account(balanceCents = DEFAULT_BALANCE_CENTS, limits = 'none') {
      const email = `${Math.random().toString(36).slice(2)}@example.com`;
      const created = await createAccount(database, clock ?? systemClock, {
        email,
        balanceCents,
        operator: false,
      });
      if (created === undefined) throw new Error('the email is taken');
      if (limits === 'none') await setLimits(database, created.accountId, UNLIMITED);
      return testAccount(app.url, created.accountId, created.apiKey);
    },
    async stop() {
      await app.stop();
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The address of a database for sessions that have these settings of PostgreSQL. */
export function withSettings(url: string, settings: Readonly<Record<string, string>>): string {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return options.length === 0 ? url : `${url}&options=${encodeURIComponent(options.join(' '))}`;
}

function testAccount(url: string, id: string, key: string): TestAccount {
  const headers = { 'x-api-key': key, 'user-agent': TEST_USER_AGENT };
  return {
    id,
    key,
    get: (path, more) => send(url + path, { headers: { ...headers, ...more } }),
    post: (path, body, more) =>
      send(url + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', ...more },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    delete: (path) => send(url + path, { method: 'DELETE', headers }),
  };
}

/** Sends a request and reads the whole response. */
export function send(url: string, init: RequestInit): Promise<Answer> {
  return within(() => `the response to ${init.method ?? 'GET'} ${url}`, exchange(url, init));
}

async function exchange(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const { status, headers } = response;
  const body = isJson && text !== '' ? JSON.parse(text) : undefined;
  // Every such test checks the reference too.
  assertDocumented(init.method ?? 'GET', url, { status, headers, body });
  return { status, headers, body, text };
}
