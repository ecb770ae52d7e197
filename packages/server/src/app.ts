import path from 'node:path';
import type { Pool } from '@kinora/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { recordRejection } from './access/rejections.ts';
import type { Config } from './config.ts';
import { connect } from './connect.ts';
import type { Database } from './db/database.ts';
import { accessRoutes } from './http/access-routes.ts';
import { authenticateByKey } from './http/authenticate.ts';
import { fileRoutes } from './http/files.ts';
import { jobApiRoutes } from './http/job-api/routes.ts';
import { mediaRoutes } from './http/media.ts';
import { referenceRoutes } from './http/openapi/routes.ts';
import { paymentRoutes } from './http/payment-routes.ts';
import { createHttpServer } from './http/server.ts';
import { stopServer } from './http/stop-server.ts';
import { testClockRoutes } from './http/test-clock.ts';
import { accountRoutes } from './http/v1/account.ts';
import { autoRechargeRoutes } from './http/v1/auto-recharge.ts';
import { generateRoutes } from './http/v1/generate.ts';
import { jobRoutes } from './http/v1/jobs.ts';
import { overageRoutes } from './http/v1/overage.ts';
import { workerRoutes } from './http/worker-api/routes.ts';
import { createAcceptJob } from './jobs/accept-jobs.ts';
import { createFindCapacity } from './jobs/capacity.ts';
import { createFindJob } from './jobs/find-job.ts';
import { createHeldJobs } from './jobs/held-jobs.ts';
import { createLeaseBroker } from './jobs/lease-broker.ts';
import { claimJob, releaseLease } from './jobs/queue.ts';
import { createQueueView } from './jobs/queue-view.ts';
import { reapAbandonedJobs, reapExpiredLeases } from './jobs/reaper.ts';
import { createExpectedSeconds } from './jobs/service-times.ts';
import { createWakeSignal } from './jobs/wake-signal.ts';
import { type Clock, createTestClock, systemClock } from './kernel/clock.ts';
import { armCrashPoint } from './kernel/crash-point.ts';
import { createDeliverMail } from './notifications/deliver-mail.ts';
import { loadSecrets } from './secrets.ts';
import { openStore } from './storage/open-store.ts';
import { createUrlSigner } from './storage/signed-url.ts';
import { addTask } from './tasks/add-task.ts';
import { runTasks } from './tasks/run-tasks.ts';
import { wireAccess } from './wire-access.ts';
import { wireJobApi } from './wire-job-api.ts';
import { wirePayments } from './wire-payments.ts';
import { wireProvenance } from './wire-provenance.ts';
import { wireRetention } from './wire-retention.ts';
import { wireSafety } from './wire-safety.ts';

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
  const clock = testClock ?? givenClock;
  armCrashPoint(config.crashAt);
  const secrets = await loadSecrets(config.dataDir);
  const workerToken = config.workerToken ?? secrets.workerToken;
  const onError = (error: unknown) => logger.error({ err: error }, 'background failure');
  // Undone in the reverse order of its making.
  await using started = new AsyncDisposableStack();
  const { database, connectionString, close } = await connect(config, secrets, { onError, serves: true });
  started.defer(close);
  const store = await openStore(config.s3, path.join(config.dataDir, 'blobs'));
  started.defer(() => store.close());
  await store.check();
  const { blobs } = store;
  const { deletion, ...retention } = wireRetention({ database, blobs, clock, logger });
  const signer = createUrlSigner(Buffer.from(secrets.urlSigningKey, 'base64url'));
  let url = '';
  const publicUrl = () => config.publicUrl ?? url;

  const held = createHeldJobs(database, config.nodeUrl ?? null, onError);
  started.defer(() => held.close());
  const broker = createLeaseBroker(
    (request) => claimJob(database, request, held.holder.id),
    async ({ id, attempt }) => void (await releaseLease(database, { jobId: id, attempt })),
    onError,
  );
  const wakeSignal = await createWakeSignal(database, broker.wake, onError);
  started.defer(() => wakeSignal.stop());
  const wake = (pool: Pool) => wakeSignal.send(pool);
  const payments = await wirePayments(config.payments, { database, clock, publicUrl });
  const access = wireAccess(config, secrets, { database, clock, publicUrl });
  const topUpUrl = () => `${publicUrl()}/account/top-up`;
  const acceptJob = createAcceptJob({
    database,
    clock,
    topUpUrl,
    onAccepted: wake,
    expectedSeconds: createExpectedSeconds(database, clock, onError),
    async requestRecharge(tx, accountIds) {
      for (const accountId of accountIds) await addTask(tx, 'auto_recharge', { accountId });
    },
  });
  const provenance = await wireProvenance(config, secrets, clock);
  const safety = wireSafety(config.safety);
  started.defer(() => safety.close());
  const findCapacity = createFindCapacity(database, clock);
  const findJob = createFindJob(database, clock);
  const queueView = createQueueView(database, clock);
  const authenticate = authenticateByKey(access.authenticateKey, config.checksUserAgent);

  const server = createHttpServer(logger, { trustedProxies: config.trustedProxies });
  started.defer(() => stopServer(server));
  started.defer(() => broker.close());
  const v1 = async (routes: FastifyInstance) => {
    routes.addHook('onRequest', authenticate);
    generateRoutes(routes, {
      ...safety,
      tagOf: provenance.tagOf,
      acceptJob,
      findCapacity,
      ...deletion,
      held,
      judge: access.judge,
      reject: access.reject,
    });
    jobRoutes(routes, { findJob, deletion, signer, publicUrl });
    accountRoutes(routes, { database, clock });
    autoRechargeRoutes(routes, { database, effects: payments.effects });
    overageRoutes(routes, { database, clock });
  };
  const jobApi = wireJobApi({ database, clock, auth: access.auth });
  const jobApiDependencies = {
    tagOf: provenance.tagOf,
    queue: queueView,
    ...jobApi,
    content: safety,
    findCapacity,
    acceptJob,
    database,
    clock,
    blobs,
    publicUrl,
  };
  // The same routes below /api and at the root, so that a client may take either as its base address.
  for (const mount of ['', '/api']) {
    server.register(v1, { prefix: `${mount}/v1` });
    server.register(async (routes) => jobApiRoutes(routes, jobApiDependencies), { prefix: mount });
    server.register(async (routes) => referenceRoutes(routes, publicUrl), { prefix: mount });
  }
  server.register(
    async (routes) =>
      workerRoutes(routes, {
        database,
        clock,
        blobs,
        broker,
        workerToken,
        wake,
        held,
        provenance,
        onBlocked: recordRejection,
      }),
    { prefix: '/worker/v1' },
  );
  if (testClock !== undefined) {
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
  mediaRoutes(server, { ...jobApi, blobs, clock });
  fileRoutes(server, { blobs, signer, clock });
  paymentRoutes(server, config, payments);

  url = await server.listen({ host: config.host, port: config.port });
  const tasks = await runTasks({
    database,
    connectionString,
    taskList: {
      ...payments.tasks,
      ...access.tasks,
      ...retention.tasks,
      send_mail: createDeliverMail(config, clock, logger),
    },
    schedule: SCHEDULE,
    logger,
    onError,
  });
  started.defer(() => tasks.stop());
  const reaper = repeat(REAP_MS, onError, async () => {
    for (const pool of await reapExpiredLeases(deletion)) wake(pool);
    await reapAbandonedJobs(deletion);
  });
  started.defer(() => reaper.stop());
  const counting = repeat(COUNT_QUEUE_MS, onError, () => queueView.count());
  started.defer(() => counting.stop());
  const running = started.move();
  return { url, workerToken, database, stop: () => running.disposeAsync() };
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
