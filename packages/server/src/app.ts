import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { recordRejection } from './access/rejections.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { createHttpServer } from './http/server.ts';
import { stopServer } from './http/stop-server.ts';
import { ARTIFACT_MAX_BYTES } from './jobs/attempts/store-artifact.ts';
import { maintainQueue } from './jobs/maintain-queue.ts';
import { createPurgeLater, retentionTasks } from './jobs/retention/retention-tasks.ts';
import { createFindJob } from './jobs/views/find-job.ts';
import { createFindJobApiJob } from './jobs/views/find-job-api-job.ts';
import { createFindAsset } from './jobs/views/published-asset.ts';
import { type Clock, createTestClock, systemClock, type TestClock } from './kernel/clock.ts';
import { armCrashPoint } from './kernel/crash-point.ts';
import { createDeliverEmail } from './notifications/deliver-email.ts';
import { loadSecrets } from './secrets.ts';
import { openStore } from './storage/open-store.ts';
import { createUrlSigner } from './storage/signed-url.ts';
import { addTask } from './tasks/add-task.ts';
import { runTasks } from './tasks/run-tasks.ts';
import { SCHEDULE } from './tasks/schedule.ts';
import { connect } from './wiring/connect.ts';
import { wireAccess } from './wiring/wire-access.ts';
import { wireOrders } from './wiring/wire-orders.ts';
import { wirePayments } from './wiring/wire-payments.ts';
import { wireProvenance } from './wiring/wire-provenance.ts';
import { wireQueue } from './wiring/wire-queue.ts';
import { wireSafety } from './wiring/wire-safety.ts';

/** Objects are created and wired here and in wiring/, and nowhere else. */

export interface App {
  /** The address the server listens on, such as `http://127.0.0.1:8787`. */
  readonly url: string;
  readonly workerToken: string;
  readonly database: Database;
  /** Finishes the requests in progress, then closes everything. */
  stop(): Promise<void>;
}

interface Dependencies {
  readonly config: Config;
  readonly logger: FastifyBaseLogger;
  readonly clock: Clock;
  readonly testClock: TestClock | undefined;
  readonly onError: (error: unknown) => void;
  /** Known once the server listens. */
  readonly publicUrl: () => string;
}

/** Starts the service. If a part fails to start, stops the parts that did and throws. */
export async function startApp(
  config: Config,
  logger: FastifyBaseLogger,
  givenClock: Clock = systemClock,
): Promise<App> {
  armCrashPoint(config.crashAt);
  const testClock = config.testClock ? createTestClock() : undefined;
  const onError = (error: unknown) => logger.error({ err: error }, 'background failure');
  let url = '';
  // Stopped in reverse order.
  await using started = new AsyncDisposableStack();
  const dependencies: Dependencies = {
    config,
    logger,
    onError,
    testClock,
    clock: testClock ?? givenClock,
    publicUrl: () => config.publicUrl ?? url,
  };
  const { connectionString, taskList, ...services } = await wireServices(dependencies, started);
  const { database, workerToken, broker, ephemeralJobs } = services;

  const server = createHttpServer(logger, { trustedProxies: config.trustedProxies });
  started.defer(() => stopServer(server));
  started.defer(() => broker.close());
  // Closed before the server, which would otherwise wait for callers whose jobs no worker will finish.
  started.defer(() => ephemeralJobs.close());
  mountRoutes(server, { ...dependencies, ...services, checksUserAgent: config.checksUserAgent });
  url = await server.listen({ host: config.host, port: config.port });

  const tasks = await runTasks({ database, connectionString, taskList, schedule: SCHEDULE, logger, onError });
  started.defer(() => tasks.stop());
  const maintenance = maintainQueue({ ...dependencies, ...services });
  started.defer(() => maintenance.stop());
  const running = started.move();
  return { url, workerToken, database, stop: () => running.disposeAsync() };
}

/** Creates everything but the HTTP server. */
async function wireServices(dependencies: Dependencies, started: AsyncDisposableStack) {
  const { config, logger, clock, onError, publicUrl } = dependencies;
  const secrets = await loadSecrets(config.dataDir);
  const { database, connectionString, close } = await connect(config, secrets, { onError, serves: true });
  started.defer(close);
  const store = await openStore(config.s3, path.join(config.dataDir, 'blobs'));
  started.defer(() => store.close());
  await store.check();
  const { blobs } = store;
  const queue = await wireQueue({ database, clock, nodeUrl: config.nodeUrl, onError }, started);
  const { tasks: accessTasks, ...access } = wireAccess(config, secrets, {
    database,
    clock,
    publicUrl,
    logger,
  });
  const { close: closeClassifier, ...safety } = wireSafety(config.safety);
  started.defer(closeClassifier);
  const provenance = await wireProvenance(config, secrets, clock);
  const { tasks: paymentTasks, ...payments } = await wirePayments(config.payments, {
    database,
    clock,
    publicUrl,
  });
  return {
    database,
    connectionString,
    blobs,
    provenance,
    ...queue,
    ...access,
    ...payments,
    placeOrder: wireOrders({
      database,
      clock,
      blobs,
      topUpUrl: () => `${publicUrl()}/account/top-up`,
      ...queue,
      ...safety,
      ...access,
      tagOf: provenance.tagOf,
    }),
    workerToken: config.workerToken ?? secrets.workerToken,
    signer: createUrlSigner(Buffer.from(secrets.urlSigningKey, 'base64url')),
    findJob: createFindJob(database, clock),
    findJobApiJob: createFindJobApiJob(database, clock),
    findAsset: createFindAsset(database, clock),
    onBlocked: recordRejection,
    artifactMaxBytes: ARTIFACT_MAX_BYTES,
    purgeLater: createPurgeLater(logger, (jobId) => addTask(database, 'purge_deleted', { jobId })),
    taskList: {
      ...paymentTasks,
      ...accessTasks,
      ...retentionTasks({ database, blobs, clock, logger }),
      send_mail: createDeliverEmail(config, clock, logger),
    },
  };
}
