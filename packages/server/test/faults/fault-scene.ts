import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createKinoraClient, type KinoraClient } from '@kinora/client';
import { pino } from 'pino';
import { createAccount } from '../../src/accounts/create-account.ts';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { type App, startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/db/database.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { UNLIMITED } from '../support/jobs-under-test.ts';
import { keepWorkerReady } from '../support/ready-worker.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

interface Customer {
  readonly id: string;
  readonly apiKey: string;
  at(url: string): KinoraClient;
}

/** One database and data directory for several service processes. */
export interface FaultScene {
  readonly database: Database;
  readonly settings: Readonly<Record<string, string>>;
  /** A service as a process, which can be killed. */
  start(args?: readonly string[], more?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  /** A server in this process without a worker: sooner there than a process, where nothing is killed. */
  startHere(more?: Readonly<Record<string, string>>): Promise<App>;
  /** The same after a kill, with the tasks of the killed service past their timeout. */
  restartHere(more?: Readonly<Record<string, string>>): Promise<App>;
  customer(balanceCents: number): Promise<Customer>;
  end(): Promise<void>;
}

export const WORKER_TOKEN = 'a-token-for-tests-only';

export async function setFaultScene(chosen?: TestDatabase): Promise<FaultScene> {
  const { database, connectionString, close } = chosen ?? (await createTestDatabase());
  await keepWorkerReady(database);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-fault-'));
  const settings = {
    DATABASE_URL: connectionString,
    KINORA_DATA_DIR: dataDir,
    KINORA_WORKER_TOKEN: WORKER_TOKEN,
  };
  const started: ServiceProcess[] = [];
  const startedHere: App[] = [];
  const startHere: FaultScene['startHere'] = async (more = {}) => {
    // Connections stay open in the tests.
    const here = { KINORA_PORT: '0', KINORA_STOP_LINGER_SECONDS: '0' };
    const app = await startApp(readConfig({ ...here, ...settings, ...more }), pino({ level: 'silent' }));
    startedHere.push(app);
    return app;
  };
  return {
    database,
    settings,
    async start(args = [], more = {}) {
      const service = await startService({ ...settings, ...more }, args);
      started.push(service);
      return service;
    },
    startHere,
    async restartHere(more) {
      await database.query(
        `update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes' where locked_at is not null`,
      );
      await database.query(`update task_runners set seen_at = now() - interval '2 minutes'`);
      return startHere(more);
    },
    async customer(balanceCents) {
      const email = `${newId()}@example.com`;
      const created = await createAccount(database, systemClock, { email, balanceCents, operator: false });
      if (created === undefined) throw new Error('the email is taken');
      const { accountId: id, apiKey } = created;
      await setLimits(database, id, UNLIMITED);
      return {
        id,
        apiKey,
        at: (url) => createKinoraClient({ baseUrl: url, apiKey, userAgent: 'kinora-tests/1.0' }),
      };
    },
    async end() {
      for (const { child, end } of started) {
        if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
      }
      for (const app of startedHere) await app.stop();
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Expires every lease, as after missing heartbeats. */
export async function expireLeases(database: Database): Promise<void> {
  await database.query(
    `update open_jobs set lease_until = now() - interval '1 second' where lease_until is not null`,
  );
}
