import path from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { recordRejection } from './access/rejections.ts';
import { mayNotifySoon } from './access/settings-notice-limit.ts';
import { createUnkeyedCalls } from './admit/accept/unkeyed-calls.ts';
import { chargeStorage } from './balance/charge-storage.ts';
import { type OpenCatalogue, openCatalogue } from './catalogue/open-catalogue.ts';
import { type CostedJob, costByCatalogue } from './catalogue/rendering-cost.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { createDatabaseClock, type DatabaseClock } from './db/database-clock.ts';
import { sweepGrants } from './grants/sweep-grants.ts';
import { createWaitLimitOf } from './http/connections/wait-limit.ts';
import type { Logo } from './http/logo-route.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { createHttpServer } from './http/server.ts';
import { startDraining, stopServer, untilClientsLeft } from './http/stop-server.ts';
import { maintainQueue } from './jobs/maintain-queue.ts';
import { createPurgeTask } from './jobs/retention/purge-caches.ts';
import { retentionTasks } from './jobs/retention/retention-tasks.ts';
import { type Clock, createTestClock, type TestClock } from './kernel/clock.ts';
import { armCrashPoint } from './kernel/crash-point.ts';
import { failToListen } from './kernel/listen-failure.ts';
import { auditTask } from './ledger/audit/audit-task.ts';
import { createDeliverEmail } from './notifications/deliver-email.ts';
import { sendSettingsNotice } from './notifications/settings-notice.ts';
import { sendTroubleNotice } from './notifications/trouble-notice.ts';
import { describeSettings } from './operator/describe-settings.ts';
import { marginTask } from './operator/margin/margin-task.ts';
import { warnOfPrices } from './operator/margin/warn-of-prices.ts';
import { loadSecrets } from './secrets/secrets-file.ts';
import { describeExposure, isPublic } from './settings/describe-exposure.ts';
import type { Blobs } from './storage/blobs.ts';
import { describeLeftFiles, openStore } from './storage/open-store.ts';
import { createUrlSigner } from './storage/signed-url.ts';
import { addTask } from './tasks/add-task.ts';
import { runTasks, type TaskRunner } from './tasks/run-tasks.ts';
import { SCHEDULE } from './tasks/schedule.ts';
import type { TaskList } from './tasks/task.ts';
import { type Connection, connect } from './wiring/connect.ts';
import { createLogFailure } from './wiring/log-failure.ts';
import { wireAccess } from './wiring/wire-access.ts';
import { wireAdvertisement } from './wiring/wire-advertisement.ts';
import { wireDecoding } from './wiring/wire-decoding.ts';
import { wireDisk } from './wiring/wire-disk.ts';
import { wireErasure } from './wiring/wire-erasure.ts';
import { wireJobViews } from './wiring/wire-job-views.ts';
import { wireKeys } from './wiring/wire-keys.ts';
import { wireLogo } from './wiring/wire-logo.ts';
import { wireMarking } from './wiring/wire-marking.ts';
import { wireMetrics } from './wiring/wire-metrics.ts';
import { wireOrders } from './wiring/wire-orders.ts';
import { wireOwnPort } from './wiring/wire-own-port.ts';
import { wirePayments } from './wiring/wire-payments.ts';
import { wirePreviews } from './wiring/wire-previews.ts';
import { wireProvenance } from './wiring/wire-provenance.ts';
import { wireQueue } from './wiring/wire-queue.ts';
import { wireSafety } from './wiring/wire-safety.ts';
import { wireTracing } from './wiring/wire-tracing.ts';
import { wireWaiting } from './wiring/wire-waiting.ts';
import { wireWebhooks } from './wiring/wire-webhooks.ts';
import { createAuthenticateWorker } from './workers/authenticate-worker.ts';

/** Objects are created and wired here and in wiring/, and nowhere else. */

export interface App {
  /** The address the server listens on, such as `http://127.0.0.1:8787`. */
  readonly url: string;
  readonly workerToken: string;
  readonly database: Database;
  /**
   * Prepares to stop, while everything still works: lets clients move their connections to another server, and calls
   * with zero retention wait for their jobs, both for a limited time.
   */
  drain(): Promise<void>;
  /** Drains, finishes the requests in progress, then closes everything. */
  stop(): Promise<void>;
}

interface Dependencies {
  readonly config: Config;
  readonly logger: FastifyBaseLogger;
  readonly clock: Clock;
  /** The real time, even where a test has set the other clock. */
  readonly realClock: DatabaseClock;
  readonly testClock: TestClock | undefined;
  readonly onError: (error: unknown) => void;
  /** Known once the server listens. */
  readonly publicUrl: () => string;
}

/** Most of them wait for receivers. */
const DELIVERIES_AT_ONCE = 20;

interface Overrides {
  readonly clock?: Clock | undefined;
  /** What is sold, for tests. */
  readonly catalogue?: OpenCatalogue | undefined;
  readonly connecting?: Promise<Connection>;
}

/** Starts the service. If a part fails to start, stops the parts that did and throws. */
export async function startApp(
  config: Config,
  logger: FastifyBaseLogger,
  overrides: Overrides = {},
): Promise<App> {
  armCrashPoint(config.crashAt);
  const onError = createLogFailure(logger);
  let url = '';
  // Stopped in reverse order.
  await using started = new AsyncDisposableStack();
  const dependencies: Dependencies = {
    config,
    logger,
    onError,
    ...createClocks(config, overrides.clock),
    publicUrl: () => config.publicUrl ?? url,
  };
  const connection = await (overrides.connecting ?? connect(config, { onError, serves: true }));
  const { database, connectionString } = connection;
  started.defer(connection.close);
  const catalogue = await openTimeAndCatalogue(database, dependencies, overrides, started);
  const ownPort = await wireOwnPort(config, started);
  const runners: TaskRunner[] = [];
  const areTasksStalled = () => runners.some(({ isStalled }) => isStalled());
  const { taskList, webhooks, ...services } = await wireServices(
    { ...dependencies, database, catalogue, nodeUrl: ownPort?.nodeUrl ?? config.nodeUrl, areTasksStalled },
    started,
  );
  const { workerToken, jobWatch } = services;

  const server = createHttpServer(logger, {
    ...serverOptions(config, services.logo),
    identity: () => catalogue.now().document.service,
  });
  const close = () => closeServer(server, services);
  started.defer(close);
  services.serveMetrics(server, ownPort?.port);
  services.traceServer(server);
  const { checksUserAgent, securityContact, allowedOrigins, documents, publicUrl: declaredUrl } = config;
  mountRoutes(server, {
    ...dependencies,
    ...services,
    ...webhooks,
    areTasksStalled,
    checksUserAgent,
    securityContact,
    allowedOrigins,
    documents,
    isPublic: isPublic(declaredUrl),
  });
  const address = { host: config.host, port: config.port, reusePort: config.processIndex !== undefined };
  url = await server.listen(address).catch(failToListen(address));
  ownPort?.serve(server.server);

  const running = { database, connectionString, logger, onError };
  for (const tasks of [
    { taskList, schedule: SCHEDULE },
    { taskList: webhooks.tasks, schedule: [], concurrency: DELIVERIES_AT_ONCE },
  ]) {
    const runner = await runTasks({ ...running, ...tasks });
    runners.push(runner);
    started.defer(() => runner.stop());
  }
  started.defer(() => webhooks.stop());
  for (const repeat of [maintainQueue, wireWaiting]) {
    started.defer(repeat({ ...dependencies, ...services }).stop);
  }
  // Several processes have the same settings.
  if ((config.processIndex ?? 1) === 1) await logWarnings(dependencies, database, catalogue);
  const parts = started.move();
  let drained: Promise<void> | undefined;
  const drain = async () => {
    startDraining(server);
    const { stopLingerMs, stopGraceMs } = config.http;
    // While clients linger, they may still start calls that wait for a result.
    drained ??= untilClientsLeft(server, stopLingerMs).then(() => jobWatch.finish(stopGraceMs));
    await drained;
  };
  const stop = async () => {
    await drain();
    // While tasks end, which may take long, the port would take calls that never get their results.
    await close();
    await parts.disposeAsync();
  };
  return { url, workerToken, database, drain, stop };
}

type Waiting = Pick<Awaited<ReturnType<typeof wireServices>>, 'jobWatch' | 'broker'>;

/** Ends first what waits for jobs: the server would otherwise wait for callers whose jobs no worker will finish. */
async function closeServer(server: FastifyInstance, { jobWatch, broker }: Waiting): Promise<void> {
  jobWatch.close();
  await broker.close();
  await stopServer(server);
}

/** Versions of the catalogue start by the time of the database. */
async function openTimeAndCatalogue(
  database: Database,
  { config, clock, realClock, onError }: Dependencies,
  { catalogue }: Overrides,
  started: AsyncDisposableStack,
): Promise<OpenCatalogue> {
  const following = await realClock.follow(database, onError);
  started.defer(() => following.stop());
  return catalogue ?? openCatalogue(database, { ...config, clock, onError }, started);
}

function createClocks(
  { testClock: hasTestClock }: Config,
  chosen: Clock | undefined,
): Pick<Dependencies, 'clock' | 'realClock' | 'testClock'> {
  const realClock = createDatabaseClock();
  const testClock = hasTestClock ? createTestClock(realClock) : undefined;
  return { realClock, testClock, clock: testClock ?? chosen ?? realClock };
}

function serverOptions(
  { trustedProxies, publicUrl, http }: Config,
  logo: Logo | undefined,
): Parameters<typeof createHttpServer>[1] {
  return {
    logo: logo?.path,
    trustedProxies,
    isHttps: publicUrl?.startsWith('https:') === true,
    // The kernel distributes them evenly among the processes.
    connectionsPerNetwork: Math.ceil(http.connectionsPerNetwork / http.processes),
  };
}

async function logWarnings(
  { config, logger }: Pick<Dependencies, 'config' | 'logger'>,
  database: Database,
  catalogue: OpenCatalogue,
): Promise<void> {
  const leftFiles = await describeLeftFiles(config.s3, blobsFolder(config));
  const belowCost = await warnOfPrices(database, catalogue.now().document);
  for (const warning of [
    ...describeExposure(config),
    leftFiles,
    ...belowCost.map(({ sentence }) => sentence),
  ])
    if (warning !== undefined) logger.warn(warning);
}

const blobsFolder = ({ dataDir }: Config): string => path.join(dataDir, 'blobs');

async function openBlobs(config: Config, started: AsyncDisposableStack): Promise<Blobs> {
  const store = await openStore(config.s3, blobsFolder(config));
  started.defer(() => store.close());
  await store.check();
  return store.blobs;
}

/** Creates everything but the HTTP server. */
async function wireServices(
  dependencies: Dependencies & {
    readonly database: Database;
    readonly catalogue: OpenCatalogue;
    readonly nodeUrl: string | undefined;
    readonly areTasksStalled: () => boolean;
  },
  started: AsyncDisposableStack,
) {
  const { config, database, catalogue, nodeUrl, areTasksStalled, logger, onError, publicUrl } = dependencies;
  const { clock, realClock } = dependencies;
  const secrets = await loadSecrets(config.dataDir);
  const keysOf = await wireKeys(config, secrets.keys, { database, clock, onError }, started);
  const blobs = await openBlobs(config, started);
  const workerToken = config.workerToken ?? secrets.workerToken;
  const queue = await wireQueue({ ...config, database, clock, catalogue, nodeUrl, onError }, started);
  const observing = {
    ...(await wireMetrics(config, { database, clock, catalogue, areTasksStalled, ...queue })),
    ...(await wireTracing(config, database, started)),
  };
  const { tasks: accessTasks, ...access } = wireAccess(config, keysOf, dependencies, started);
  const { close: closeClassifier, ...safety } = wireSafety(config.safety);
  started.defer(closeClassifier);
  const provenance = await wireProvenance(config, keysOf('watermarks'), clock);
  const { markImage, close: closeMarking } = wireMarking(provenance);
  started.defer(closeMarking);
  const { tasks: paymentTasks, ...payments } = await wirePayments(config, dependencies);
  const { tasks: erasureTasks, ...purging } = wireErasure({ database, blobs, clock, logger });
  const signer = createUrlSigner(keysOf('links'));
  const viewing = { ...queue, ...observing, blobs, signer, clock, publicUrl, database };
  return {
    database,
    catalogue,
    blobs,
    provenance,
    markImage,
    usualCost: (job: CostedJob) => costByCatalogue(catalogue.now().document, job),
    ...queue,
    ...observing,
    ...access,
    ...payments,
    ...wirePreviews(blobs),
    ...wireDecoding(),
    ...wireOrders({
      database,
      clock,
      catalogue,
      blobs,
      accountUrl: () => `${publicUrl()}/account`,
      ...queue,
      ...observing,
      ...safety,
      ...access,
      tagOf: provenance.tagOf,
      findDiskProblem: wireDisk(config),
    }),
    settings: describeSettings(config),
    catalogueFile: config.catalogueFile,
    waitLimitOf: createWaitLimitOf(isPublic(config.publicUrl), config.http.proxyTimeoutSeconds),
    workerToken,
    authenticateWorker: createAuthenticateWorker(database, workerToken),
    signer,
    webhooks: wireWebhooks(config, keysOf, { ...viewing, catalogue, realClock }),
    unkeyedCalls: createUnkeyedCalls(database, clock, config.http.repeatWindowMs),
    ...wireJobViews(database, clock),
    advertisement: await wireAdvertisement(config.advertisement),
    logo: await wireLogo(config.logoFile),
    onBlocked: recordRejection,
    ...purging,
    taskList: {
      ...erasureTasks,
      ...paymentTasks,
      ...accessTasks,
      sweep_grants: () => sweepGrants(database, payments.effects),
      charge_storage: () => chargeStorage(database, payments.effects),
      ...ownTasks({ ...dependencies, blobs }),
    },
  };
}

/** The tasks of no module that is wired by itself. */
function ownTasks(
  dependencies: Dependencies & {
    readonly database: Database;
    readonly blobs: Blobs;
    readonly catalogue: OpenCatalogue;
  },
): TaskList {
  const { config, clock, logger, publicUrl, catalogue } = dependencies;
  return {
    ...retentionTasks(dependencies),
    ...auditTask({
      ...dependencies,
      continueLater: () => addTask(dependencies.database, 'audit_ledger', {}, { jobKey: 'audit_ledger' }),
    }),
    ...marginTask({
      ...dependencies,
      continueLater: () => addTask(dependencies.database, 'close_margin', {}, { jobKey: 'close_margin' }),
    }),
    purge_caches: createPurgeTask(config.purgeHook, publicUrl),
    send_email: createDeliverEmail(config, clock, logger, () => ({
      ...catalogue.now().document.service,
      site: publicUrl(),
    })),
    trouble_notice: () => sendTroubleNotice(dependencies.database),
    settings_notice: ({ accountId }) =>
      sendSettingsNotice(dependencies.database, accountId, (tx) => mayNotifySoon(tx, accountId, clock.now())),
  };
}
