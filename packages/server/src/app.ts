import path from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { recordRejection } from './access/rejections.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { accessRoutes } from './http/access-routes.ts';
import { mediaRoutes } from './http/downloads/public-media.ts';
import { fileRoutes } from './http/downloads/signed-files.ts';
import { jobApiRoutes } from './http/job-api/routes.ts';
import { referenceRoutes } from './http/openapi/routes.ts';
import { testClockRoutes } from './http/operator/test-clock.ts';
import { paymentRoutes } from './http/payments/provider-routes.ts';
import { createHttpServer } from './http/server.ts';
import { stopServer } from './http/stop-server.ts';
import { accountRoutes } from './http/v1/account.ts';
import { authenticateByKey } from './http/v1/authenticate-by-key.ts';
import { autoRechargeRoutes } from './http/v1/auto-recharge.ts';
import { generateRoutes } from './http/v1/generate.ts';
import { jobRoutes } from './http/v1/jobs.ts';
import { overageRoutes } from './http/v1/overage.ts';
import { workerRoutes } from './http/worker-api/routes.ts';
import { reapAbandonedJobs, reapExpiredLeases } from './jobs/attempts/reaper.ts';
import { ARTIFACT_MAX_BYTES } from './jobs/attempts/store-artifact.ts';
import { createFindJob } from './jobs/views/find-job.ts';
import { type Clock, createTestClock, systemClock, type TestClock } from './kernel/clock.ts';
import { armCrashPoint } from './kernel/crash-point.ts';
import { createDeliverMail } from './notifications/deliver-mail.ts';
import { loadSecrets } from './secrets.ts';
import { openStore } from './storage/open-store.ts';
import { createUrlSigner } from './storage/signed-url.ts';
import { addTask } from './tasks/add-task.ts';
import { runTasks } from './tasks/run-tasks.ts';
import { connect } from './wiring/connect.ts';
import { wireAccess } from './wiring/wire-access.ts';
import { wireJobApi } from './wiring/wire-job-api.ts';
import { wireOrders } from './wiring/wire-orders.ts';
import { wirePayments } from './wiring/wire-payments.ts';
import { wireProvenance } from './wiring/wire-provenance.ts';
import { wireQueue } from './wiring/wire-queue.ts';
import { wireRetention } from './wiring/wire-retention.ts';
import { wireSafety } from './wiring/wire-safety.ts';

/** The only place where objects are built and wired. */

export interface App {
  /** The address we listen on, such as `http://127.0.0.1:8787`. */
  readonly url: string;
  readonly workerToken: string;
  readonly database: Database;
  /** Finishes the requests under way, then closes everything. */
  stop(): Promise<void>;
}

/** What is done by the clock, in UTC. */
const SCHEDULE = [
  { task: 'sweep_access', match: '0 * * * *' },
  { task: 'payments_due', match: '* * * * *' },
  { task: 'purge_expired', match: '*/5 * * * *' },
  { task: 'sweep_storage', match: '17 * * * *' },
] as const;

const REAP_MS = 1000;
const COUNT_QUEUE_MS = 10_000;

/** Starts everything, or, when a part fails, stops what had started and throws. */
export async function startApp(
  config: Config,
  logger: FastifyBaseLogger,
  givenClock: Clock = systemClock,
): Promise<App> {
  const testClock = config.testClock ? createTestClock() : undefined;
  armCrashPoint(config.crashAt);
  const onError = (error: unknown) => logger.error({ err: error }, 'background failure');
  let url = '';
  // Undone in the reverse order of its making.
  await using started = new AsyncDisposableStack();
  const surroundings = {
    config,
    logger,
    clock: testClock ?? givenClock,
    onError,
    publicUrl: () => config.publicUrl ?? url,
  };
  const parts = await build(surroundings, started);
  const { database, connectionString, payments, access, retention, queue, workerToken } = parts;

  const server = createHttpServer(logger, { trustedProxies: config.trustedProxies });
  started.defer(() => stopServer(server));
  started.defer(() => queue.broker.close());
  // First of all, so that the server does not wait for callers whose jobs nobody will finish.
  started.defer(() => queue.ephemeralJobs.close());
  mountCustomerApis(server, parts, surroundings);
  mountPagesAndWorkers(server, parts, surroundings);
  if (testClock !== undefined) mountTestClock(server, parts, testClock, logger);
  url = await server.listen({ host: config.host, port: config.port });

  const tasks = await runTasks({
    database,
    connectionString,
    taskList: {
      ...payments.tasks,
      ...access.tasks,
      ...retention.tasks,
      send_mail: createDeliverMail(config, surroundings.clock, logger),
    },
    schedule: SCHEDULE,
    logger,
    onError,
  });
  started.defer(() => tasks.stop());
  const reaper = repeat(REAP_MS, onError, async () => {
    await reapExpiredLeases({ ...retention.deletion, wake: queue.wake });
    await reapAbandonedJobs(retention.deletion);
  });
  started.defer(() => reaper.stop());
  const counting = repeat(COUNT_QUEUE_MS, onError, () => queue.view.countChanges());
  started.defer(() => counting.stop());
  const running = started.move();
  return { url, workerToken, database, stop: () => running.disposeAsync() };
}

interface Surroundings {
  readonly config: Config;
  readonly logger: FastifyBaseLogger;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** Known once the server listens. */
  readonly publicUrl: () => string;
}

type Parts = Awaited<ReturnType<typeof build>>;

/** Everything behind the HTTP server. */
async function build(
  { config, logger, clock, onError, publicUrl }: Surroundings,
  started: AsyncDisposableStack,
) {
  const secrets = await loadSecrets(config.dataDir);
  const { database, connectionString, close } = await connect(config, secrets, { onError, serves: true });
  started.defer(close);
  const store = await openStore(config.s3, path.join(config.dataDir, 'blobs'));
  started.defer(() => store.close());
  await store.check();
  const { blobs } = store;
  const queue = await wireQueue({ database, clock, nodeUrl: config.nodeUrl, onError }, started);
  const access = wireAccess(config, secrets, { database, clock, publicUrl });
  const safety = wireSafety(config.safety);
  started.defer(() => safety.close());
  const provenance = await wireProvenance(config, secrets, clock);
  return {
    database,
    connectionString,
    blobs,
    queue,
    access,
    safety,
    placeOrder: wireOrders({
      ...{ database, clock, blobs, publicUrl },
      ...queue,
      ...safety,
      ...access,
      tagOf: provenance.tagOf,
    }),
    workerToken: config.workerToken ?? secrets.workerToken,
    signer: createUrlSigner(Buffer.from(secrets.urlSigningKey, 'base64url')),
    provenance,
    payments: await wirePayments(config.payments, { database, clock, publicUrl }),
    retention: wireRetention({ database, blobs, clock, logger }),
    jobApi: wireJobApi({ database, clock, auth: access.auth }),
  };
}

function mountCustomerApis(
  server: FastifyInstance,
  { database, blobs, queue, access, placeOrder, signer, payments, retention, jobApi }: Parts,
  { config, clock, publicUrl }: Surroundings,
): void {
  const { deletion } = retention;
  const authenticate = authenticateByKey(access.authenticateKey, config.checksUserAgent);
  const findJob = createFindJob(database, clock);
  const v1 = async (routes: FastifyInstance) => {
    routes.addHook('onRequest', authenticate);
    generateRoutes(routes, { ...deletion, placeOrder, ephemeralJobs: queue.ephemeralJobs });
    jobRoutes(routes, { findJob, deletion, signer, publicUrl });
    accountRoutes(routes, { database, clock });
    autoRechargeRoutes(routes, { database, effects: payments.effects });
    overageRoutes(routes, { database, clock });
  };
  const jobApiParts = { ...jobApi, database, clock, publicUrl, placeOrder, queue: queue.view };
  // The same routes below /api and at the root, so that a client may take either as its base address.
  for (const mount of ['', '/api']) {
    server.register(v1, { prefix: `${mount}/v1` });
    server.register(async (routes) => jobApiRoutes(routes, jobApiParts), {
      prefix: mount,
    });
    server.register(async (routes) => referenceRoutes(routes, publicUrl), { prefix: mount });
  }
  mediaRoutes(server, { ...jobApi, blobs, clock });
  fileRoutes(server, { blobs, signer, clock });
}

function mountPagesAndWorkers(
  server: FastifyInstance,
  { database, blobs, queue, access, provenance, payments, workerToken }: Parts,
  { config, clock, publicUrl }: Surroundings,
): void {
  const { broker, wake, ephemeralJobs } = queue;
  const worker = { database, clock, blobs, broker, workerToken, wake, ephemeralJobs, provenance };
  const attempts = { onBlocked: recordRejection, artifactMaxBytes: ARTIFACT_MAX_BYTES };
  server.register(async (routes) => workerRoutes(routes, { ...worker, ...attempts }), {
    prefix: '/worker/v1',
  });
  accessRoutes(server, {
    auth: access.auth,
    database,
    clock,
    publicUrl,
    startPayment: payments.startPayment,
    effects: payments.effects,
    subscriptions: payments.subscriptions,
    checksUserAgent: config.checksUserAgent,
  });
  paymentRoutes(server, config, payments);
}

function mountTestClock(
  server: FastifyInstance,
  { database, access }: Parts,
  testClock: TestClock,
  logger: FastifyBaseLogger,
): void {
  logger.warn('KINORA_TEST_CLOCK is set: this machine and every operator can set the time of this service');
  const onSet = async () => {
    for (const due of ['payments_due', 'purge_expired'] as const) {
      await addTask(database, due, {}, { jobKey: due });
    }
  };
  server.register(async (routes) =>
    testClockRoutes(routes, { testClock, auth: access.auth, database, onSet }),
  );
}

/** Does `work` every `ms`, never twice at a time; `stop` waits for what is under way. */
function repeat(
  ms: number,
  onError: (error: unknown) => void,
  work: () => Promise<void>,
): { stop(): Promise<void> } {
  let round: Promise<void> | undefined;
  const timer = setInterval(() => {
    round ??= work()
      .catch(onError)
      .finally(() => {
        round = undefined;
      });
  }, ms);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
