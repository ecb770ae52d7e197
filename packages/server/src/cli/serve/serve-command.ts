import { parseArgs } from 'node:util';
import type { Command } from '@kinora/program/command';
import { createLogger } from '@kinora/program/logger';
import { untilStopped } from '@kinora/program/until-stopped';
import { startApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { prepareEmbeddedWorker, startEmbeddedWorker } from './embedded-worker.ts';

const help = `Usage: kinora serve [--no-worker]

Starts the service: the API, the queue, and a worker process, with the built-in procedural engine unless
KINORA_ENGINE names another.
Without settings it keeps everything below ./.kinora, with a PostgreSQL of its own.

  --no-worker   Start no worker here; run "kinora worker" where your GPUs are.

Settings (environment):
  KINORA_HOST (127.0.0.1), KINORA_PORT (8787)   where to listen
  KINORA_PUBLIC_URL                             where clients reach it, when behind a proxy
  KINORA_DATA_DIR (./.kinora)                   database, results, secrets
  DATABASE_URL                                  a PostgreSQL of yours instead of the built-in one
  KINORA_STORAGE_URL                            s3://bucket/prefix?endpoint=...&region=... instead of files;
                                                credentials as the AWS SDK finds them (AWS_ACCESS_KEY_ID ...)
  KINORA_ENGINE (procedural)                    comfyui (docs/comfyui.md) or openai (docs/openai.md)
  KINORA_MODERATION_URL, _KEY, _MODEL           an OpenAI-compatible moderation endpoint to ask as well
  KINORA_PROMPT_URL, _KEY, _MODEL               a chat endpoint that writes the shots of quality and cinema
  KINORA_ALLOWED_CONTENT                        sexual, gore: what is made here though others refuse it
  KINORA_C2PA_CERTIFICATES, KINORA_C2PA_KEY     PEM files to sign pictures with, instead of our own making
  KINORA_NODE_URL                               this server's own address for workers; for zero retention
                                                with several servers behind one address
  KINORA_WORKER_TOKEN                           what workers must know; made at first start if not given
  KINORA_CHECK_USER_AGENT (on)                  off lets default User-Agents of HTTP libraries pass
  KINORA_TRUSTED_PROXIES                        addresses or networks whose X-Forwarded-For is believed; none
  SMTP_URL, KINORA_MAIL_FROM                    where mails go; without it to files in the data directory
  KINORA_TEST_CLOCK=1                           lets PUT /operator/test-clock set the time; never in service
  KINORA_LOG_LEVEL (info)

SIGTERM or Ctrl-C finishes what is under way and stops.

Next: kinora account create --email you@example.com --balance-usd 10 --json
`;

async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { 'no-worker': { type: 'boolean' } },
    strict: true,
  });
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const prepared = values['no-worker'] ? undefined : await prepareEmbeddedWorker(config);
  const app = await startApp(config, logger);
  const worker = prepared && (await startEmbeddedWorker(prepared, app, config, logger));
  process.stdout.write(`Kinora is ready at ${app.url}  (reference: ${app.url}/api/docs)\n`);
  await untilStopped();
  process.stdout.write('Stopping: what is under way is finished first.\n');
  // The worker goes first, while it can still hand in what it has made.
  await worker?.stop();
  await app.stop();
  return 0;
}

export const serve: Command = { help, run };
