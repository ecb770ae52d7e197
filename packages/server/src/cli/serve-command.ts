import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Command } from '@kinora/program/command';
import { keepHeapSmall, limitGarbage } from '@kinora/program/heap';
import { createLogger } from '@kinora/program/logger';
import { ConfigError } from '@kinora/program/setting';
import { writeText } from '@kinora/program/terminal-text';
import { untilStopped } from '@kinora/program/until-stopped';
import type { FastifyBaseLogger } from 'fastify';
import type { App } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { loadSecrets } from '../secrets/secrets-file.ts';
import { connect } from '../wiring/connect.ts';
import { prepareEmbeddedWorker, startEmbeddedWorker } from '../wiring/embedded-worker.ts';
import { createLogFailure } from '../wiring/log-failure.ts';
import { describeMissingDecoder } from '../wiring/wire-decoding.ts';
import { connectToSupervisor, PROCESS_OPTION, startProcesses } from './server-processes.ts';

const help = `Usage: kinora serve [--no-worker]

Starts the service: the API, the queue, and a worker process, which uses the built-in procedural engine unless
KINORA_ENGINE names another.
By default it stores everything in ./.kinora and runs an embedded PostgreSQL.

  --no-worker   Start no worker; run "npm run worker" on the machines with your GPUs.

Settings (environment):
  KINORA_HOST (127.0.0.1), KINORA_PORT (8787)   where to listen
  KINORA_PUBLIC_URL                             the URL for clients, if behind a proxy
  KINORA_PROCESSES (1)                          server processes on the port, for a machine with several cores; process
                                                n also listens on the port plus n, for workers (docs/guides/install.md)
  KINORA_DATA_DIR (./.kinora)                   the directory for database, results and secrets
  DATABASE_URL                                  your own PostgreSQL instead of the embedded one
  KINORA_STORAGE_URL                            s3://bucket/prefix?endpoint=...&region=... instead of files;
                                                credentials as the AWS SDK finds them (AWS_ACCESS_KEY_ID ...)
  KINORA_MIN_FREE_GIB (1)                       orders are refused while less is free on the disk of the data directory
  KINORA_CATALOGUE                              a file of what is sold and for how much; without it "kinora catalogue"
                                                changes that (docs/guides/catalogue.md)
  KINORA_PAYMENTS                               sandbox, for this machine only, or stripe (docs/payments.md)
  KINORA_ENGINE (procedural)                    comfyui (docs/comfyui.md) or openai (docs/openai.md)
  KINORA_MODERATION_URL, _KEY, _MODEL           an additional OpenAI-compatible moderation endpoint
  KINORA_PROMPT_URL, _KEY, _MODEL               a chat endpoint that prepares prompts for quality and cinema
  KINORA_PROMPT_LANGUAGES (scripts)             languages of prompts: scripts refuses scripts without lists, listed also
                                                languages without one, any nothing; default with moderation: any
  KINORA_ALLOWED_CONTENT                        categories of content to allow: sexual, gore
  KINORA_C2PA_CERTIFICATES, KINORA_C2PA_KEY     PEM files to sign images with, instead of self-issued ones
  KINORA_NODE_URL                               the URL of this server for workers; needed for zero retention
                                                with several servers behind one URL
  KINORA_WORKER_TOKEN                           the token for workers; created at the first start if not set
  KINORA_CHECK_USER_AGENT (on)                  off accepts default User-Agents of HTTP libraries
  KINORA_TRUSTED_PROXIES                        addresses or networks whose X-Forwarded-For is trusted
  KINORA_AD_TEXT, KINORA_AD_URL                 an advertisement in the studio on the free tier, and KINORA_AD_IMAGE
  KINORA_LOGO                                   an SVG or PNG file that the pages show as your logo
  KINORA_SECURITY_CONTACT                       an email address or URL for reports of vulnerabilities, for security.txt
  KINORA_ALLOWED_ORIGINS                        exact origins whose pages may call from a browser, such as
                                                https://app.example.com (docs/browsers.md); none by default
  KINORA_PURGE_URL, KINORA_PURGE_KEY            the address to call when a public result must leave a CDN's caches
  KINORA_PROXY_TIMEOUT_SECONDS (60)             how long the proxy waits for a response; longer zero-retention calls are
                                                refused (docs/serving-others.md)
  KINORA_LOADED_MODEL_SECONDS (60)              how much longer a job may wait because others come first, whose model a
                                                worker has loaded; 0 for strict order
  KINORA_REPEATED_CALL_SECONDS (0)              for how long the same request to the OpenAI API is the same order
  KINORA_MAX_CONNECTIONS_PER_ADDRESS (1000)     open connections of one address; those of trusted proxies do not count
  KINORA_STOP_LINGER_SECONDS (5; 0 without DATABASE_URL)
                                                how long a stopping server still serves, so that clients move on
  KINORA_STOP_GRACE_SECONDS (25)                how long zero-retention calls may wait for their jobs at a stop
  KINORA_WEBHOOKS_PRIVATE=1                     webhooks may go to private addresses and by http (docs/webhooks.md)
  SMTP_URL, KINORA_MAIL_FROM                    the mail server; without it, emails are files in the data directory
  OTEL_EXPORTER_OTLP_ENDPOINT                   sends a trace of each job to this OpenTelemetry collector
  KINORA_METRICS_TOKEN                          serves /metrics for Prometheus to its bearer (docs/guides/monitoring.md)
  KINORA_COMPANY, KINORA_DOCUMENT_FONT          your name and address on invoices, lines separated by semicolons; and a
                                                font that has their letters, if they are not Western
  KINORA_TEST_CLOCK=1                           allows PUT /operator/test-clock; never set it in production
  KINORA_LOG_LEVEL (info)

SIGTERM or Ctrl-C finishes the requests and the job in progress, then stops.

Next: kinora account create --email you@example.com --balance-usd 10 --json
`;

async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { 'no-worker': { type: 'boolean' }, [PROCESS_OPTION]: { type: 'string' } },
    strict: true,
  });
  limitGarbage();
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const index = values[PROCESS_OPTION];
  if (index !== undefined) return serveAsProcess({ ...config, processIndex: Number(index) }, logger);
  const prepared = values['no-worker'] ? undefined : await prepareEmbeddedWorker(config);
  // Before anything starts: a signal without its handler would leave the database and the worker behind.
  let isStopping = false;
  const stopped = untilStopped().then(() => {
    isStopping = true;
  });
  const start = config.http.processes > 1 ? startSeveral : startServer;
  const service = await start(config, logger).catch((error) => {
    // An open IPC channel to the parent would keep this process running.
    if (process.connected) process.disconnect();
    // Ctrl-C also ends the program that creates the database.
    if (!isStopping) throw error;
  });
  if (service === undefined) return 0;
  // What was asked to stop while it started has started now, and is stopped as a whole.
  const worker = isStopping
    ? undefined
    : prepared && (await startEmbeddedWorker(prepared, service, config, logger));
  keepHeapSmall();
  if (!isStopping) {
    writeText(`Kinora is ready at ${service.url}  (reference: ${service.url}/api/docs)\n`);
    void warnWithoutDecoder(logger);
  }
  await stopped;
  writeText('Stopping after the work in progress is finished.\n');
  // Then the worker stops, while it can still deliver its result.
  await service.drain();
  await worker?.stop();
  await service.stop();
  return 0;
}

/** A video is paid only after a sample of it was decoded, so without a decoder no video is ever completed. */
async function warnWithoutDecoder(logger: FastifyBaseLogger): Promise<void> {
  const missing = await describeMissingDecoder();
  if (missing !== undefined) logger.error(`no video can be completed and none has a preview: ${missing}`);
}

/**
 * Loads the server only after its settings were read: wrong ones are reported at once, and a supervisor needs none. The
 * embedded database starts meanwhile.
 */
async function startServer(config: Config, logger: FastifyBaseLogger): Promise<App> {
  const connecting = connect(config, { onError: createLogFailure(logger), serves: true });
  // `startApp` reports it.
  connecting.catch(() => {});
  const { startApp } = await import('../app.ts');
  return startApp(config, logger, { connecting });
}

type Service = Pick<App, 'url' | 'workerToken' | 'database' | 'drain' | 'stop'>;

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Systems whose kernel distributes the connections of one port among processes. */
const SHARE_PORTS: ReadonlySet<string> = new Set(['linux', 'freebsd']);

/** Starts several server processes on one port. The embedded database belongs to this process, which outlives them. */
async function startSeveral(config: Config, logger: FastifyBaseLogger): Promise<Service> {
  if (!SHARE_PORTS.has(process.platform)) {
    throw new ConfigError(`KINORA_PROCESSES: ${process.platform} cannot distribute connections; remove it`);
  }
  const secrets = await loadSecrets(config.dataDir);
  const onError = createLogFailure(logger);
  const { database, connectionString, close } = await connect(config, { onError, serves: true });
  try {
    const { host, port, http } = config;
    const environment = {
      DATABASE_URL: connectionString,
      // Its default depends on the database.
      KINORA_STOP_LINGER_SECONDS: String(http.stopLingerMs / 1000),
    };
    const group = await startProcesses(http.processes, { main: MAIN, host, port, environment }, logger);
    const stop = async () => {
      await group.stop();
      await close();
    };
    return { ...group, stop, database, workerToken: config.workerToken ?? secrets.workerToken };
  } catch (error) {
    await close();
    throw error;
  }
}

/** One of several server processes. */
async function serveAsProcess(config: Config, logger: FastifyBaseLogger): Promise<number> {
  const supervisor = connectToSupervisor();
  // While it is connected, the process does not end, and the other one would wait for it.
  const app = await startServer(config, logger).catch((error) => {
    process.disconnect?.();
    throw error;
  });
  keepHeapSmall();
  supervisor.report({ ready: app.url });
  await supervisor.until('drain');
  await app.drain();
  supervisor.report('drained');
  await supervisor.until('stop');
  await app.stop();
  if (process.connected) process.disconnect();
  return 0;
}

export const serve: Command = { help, run };
