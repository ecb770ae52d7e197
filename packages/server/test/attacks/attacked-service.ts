import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLeaseClient, type LeaseClient } from '@kinora/worker/lease-client';
import { residentMb } from '../../bench/resident-memory.ts';
import { createAccount } from '../../src/accounts/create-account.ts';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { UNLIMITED } from '../support/jobs-under-test.ts';
import { keepWorkerReady } from '../support/ready-worker.ts';
import { startService } from '../support/service-process.ts';
import { createTestDatabase } from '../support/test-database.ts';

const WORKER_TOKEN = 'a-token-for-tests-only';
const SAMPLE_MS = 50;

/** The service as a process of its own, so that its memory is not that of the test. */
export interface AttackedService {
  readonly url: string;
  readonly worker: LeaseClient;
  /** A key with a balance and without limits. */
  key(): Promise<string>;
  /** Runs `work`; the most memory, in MB, that the process had above that at the start. */
  growthDuring(work: () => Promise<void>): Promise<number>;
  stop(): Promise<void>;
}

export async function startAttackedService(): Promise<AttackedService> {
  const { database, connectionString, close } = await createTestDatabase();
  await keepWorkerReady(database);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-attacks-'));
  const service = await startService(
    {
      DATABASE_URL: connectionString,
      KINORA_DATA_DIR: dataDir,
      KINORA_WORKER_TOKEN: WORKER_TOKEN,
      KINORA_LOG_LEVEL: 'warn',
    },
    ['--no-worker'],
  );
  const { pid = 0 } = service.child;
  return {
    url: service.url,
    worker: createLeaseClient(service.url, WORKER_TOKEN),
    async key() {
      const email = `${Math.random().toString(36).slice(2)}@example.com`;
      const created = await createAccount(database, systemClock, {
        email,
        balanceCents: 10_000,
        operator: false,
      });
      if (created === undefined) throw new Error('the email is taken');
      await setLimits(database, created.accountId, UNLIMITED);
      return created.apiKey;
    },
    async growthDuring(work) {
      const before = residentMb(pid);
      let most = before;
      const timer = setInterval(() => {
        most = Math.max(most, residentMb(pid));
      }, SAMPLE_MS);
      try {
        await work();
      } finally {
        clearInterval(timer);
      }
      return most - before;
    },
    async stop() {
      await service.end('SIGTERM');
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
