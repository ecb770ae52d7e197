import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAccount } from '../src/accounts/create-account.ts';
import { setLimits } from '../src/admit/accept/account-limits.ts';
import { type Database, openDatabase } from '../src/db/database.ts';
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { UNLIMITED } from '../test/support/jobs-under-test.ts';
import { keepWorkerReady } from '../test/support/ready-worker.ts';
import { startKinora } from '../test/support/service-process.ts';
import type { Closing } from './closing.ts';

/** A real `kinora serve` without a worker, with a fresh database, in a folder that is removed at the end. */
export interface Service {
  readonly url: string;
  readonly pid: number;
  readonly workerToken: string;
  readonly connectionString: string;
  readonly database: Database;
  readonly dataDir: string;
}

/** `settings` are added to those of the benchmark. */
export async function startService(
  closing: Closing,
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-bench-'));
  closing.add(() => rm(folder, { recursive: true, force: true }));
  // The benchmark starts the database itself, so that it is stopped even when the server was killed.
  const starting = startEmbeddedPostgres(path.join(folder, 'postgres'), randomBytes(24).toString('hex'));
  closing.add(() =>
    starting.then(
      (postgres) => postgres.stop(),
      () => {},
    ),
  );
  const { connectionString } = await starting;

  const workerToken = randomBytes(24).toString('hex');
  const dataDir = path.join(folder, 'data');
  const kinora = startKinora(['serve', '--no-worker'], {
    DATABASE_URL: connectionString,
    KINORA_DATA_DIR: dataDir,
    KINORA_PORT: '0',
    KINORA_WORKER_TOKEN: workerToken,
    KINORA_LOG_LEVEL: 'warn',
    ...settings,
  });
  closing.add(() => kinora.end('SIGTERM'));
  const ready = await kinora.lineMatching(/Kinora is ready at/);

  const database = openDatabase({ connectionString, onError: () => {} });
  await keepWorkerReady(database);
  closing.add(() => database.close());
  return {
    url: /ready at (\S+)/.exec(ready)?.[1] ?? '',
    pid: kinora.child.pid ?? 0,
    workerToken,
    connectionString,
    database,
    dataDir,
  };
}

export interface Account {
  readonly id: string;
  readonly apiKey: string;
  /** The headers of a request with its key. */
  readonly headers: Readonly<Record<string, string>>;
}

const ACCOUNTS = 64;
const BALANCE_CENTS = 1e12;

/** Many accounts, because requests of one account wait for each other; no balance runs out. */
export async function createAccounts(database: Database, count = ACCOUNTS): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let at = 0; at < count; at++) {
    const email = `bench-${at}@example.com`;
    const created = await createAccount(database, systemClock, {
      email,
      balanceCents: BALANCE_CENTS,
      operator: false,
    });
    if (created === undefined) throw new Error(`the email address ${email} is taken`);
    await setLimits(database, created.accountId, UNLIMITED);
    const headers = { 'x-api-key': created.apiKey, 'user-agent': 'kinora-bench/1.0' };
    accounts.push({ id: created.accountId, apiKey: created.apiKey, headers });
  }
  return accounts;
}
