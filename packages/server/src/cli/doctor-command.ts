import { existsSync } from 'node:fs';
import { stat, unlink, writeFile } from 'node:fs/promises';
import { freemem } from 'node:os';
import path from 'node:path';
import { type Command, refuseArguments } from '@kinora/program/command';
import { writeText } from '@kinora/program/terminal-text';
import { readStarted } from '../catalogue/catalogue-versions.ts';
import { type Config, readConfig } from '../config.ts';
import { describeClockLead, readClockLead } from '../db/check-clock.ts';
import type { Database } from '../db/database.ts';
import { systemClock } from '../kernel/clock.ts';
import { auditLedger } from '../ledger/audit/audit-ledger.ts';
import { checkMailServer } from '../notifications/check-mail-server.ts';
import { warnOfPrices } from '../operator/margin/warn-of-prices.ts';
import { summariseKeys } from '../secrets/describe-keys.ts';
import { readSecrets, secretsFile } from '../secrets/secrets-file.ts';
import { unencryptedOrigins } from '../settings/browser-settings.ts';
import { describeExposure, isPublic } from '../settings/describe-exposure.ts';
import { namingDataDirectory } from '../storage/data-directory.ts';
import { readFreeBytes } from '../storage/free-disk.ts';
import { describeLeftFiles, openStore } from '../storage/open-store.ts';
import { connect } from '../wiring/connect.ts';
import { requireSecrets } from '../wiring/installation.ts';
import { loadOptional } from '../wiring/optional-package.ts';
import { describeMissingDecoder } from '../wiring/wire-decoding.ts';
import { countWorkers, listSharedTokenWorkers } from '../workers/worker-health.ts';

const help = `Usage: kinora doctor

Checks everything the service depends on, from this machine, and prints each problem with its remedy:
settings, exposure, data directory and free space, age of the keys, storage, origins of web pages, email, database and
schema, ledger, engine, the decoder of video results, workers, prices below their costs.
Exit status 0 if there is no problem, 1 if there is one. Starts the embedded database if it is not running, keeps what
it has audited, tests an S3 store with a small object, which it deletes, and signs in at the mail server. Changes
nothing else: what the first start of the service creates is not there before.
`;

interface Check {
  readonly subject: string;
  /** Returns the finding; throws an error whose message contains the remedy. */
  readonly run: () => Promise<string>;
}

/** The limit that is documented for servers and databases. */
const MAX_LEAD_MS = 2000;
const MIN_FREE_BYTES = 1024 ** 3;
const SUBJECT_WIDTH = 16;

async function run(argv: readonly string[]): Promise<number> {
  refuseArguments(argv);
  const config = readConfig();
  let connection: Awaited<ReturnType<typeof connect>> | undefined;
  const database = () => {
    if (connection === undefined) throw new Error('not checked, because the database cannot be reached');
    return connection.database;
  };
  const checks: Check[] = [
    { subject: 'runtime', run: async () => `Node ${process.version} on ${process.platform}-${process.arch}` },
    { subject: 'exposure', run: async () => checkExposure(config) },
    { subject: 'data directory', run: () => checkDataDirectory(config) },
    { subject: 'secrets', run: () => checkSecrets(config) },
    { subject: 'storage', run: () => checkStorage(config) },
    { subject: 'browsers', run: async () => checkOrigins(config) },
    {
      subject: 'database',
      async run() {
        connection = await connect(config, { onError: () => {}, serves: false });
        const [row] = await connection.database.query<{ version: string; schema: number }>(
          `select current_setting('server_version') as version,
             (select max(version) from schema_migrations) as schema`,
        );
        const leadMs = await readClockLead(connection.database);
        if (Math.abs(leadMs) > MAX_LEAD_MS) throw new Error(describeClockLead(leadMs));
        const kind = config.databaseUrl === undefined ? 'embedded' : 'DATABASE_URL';
        return `PostgreSQL ${row?.version} (${kind}), schema version ${row?.schema}`;
      },
    },
    {
      subject: 'ledger',
      async run() {
        const broken = (await auditLedger(database())).filter(({ violations }) => violations.length > 0);
        if (broken.length > 0) throw new Error(`violated invariants: ${broken.length}; run "kinora audit"`);
        return 'every invariant holds';
      },
    },
    { subject: 'engine', run: () => checkEngine(config) },
    { subject: 'video results', run: checkDecoder },
    {
      subject: 'workers',
      async run() {
        const { healthy, silent, troubled, slots } = await countWorkers(database());
        const shared = await listSharedTokenWorkers(database());
        const advice =
          shared.length === 0
            ? ''
            : `; ${shared.join(', ')}: give each its own token with "kinora worker-token create", which can be revoked`;
        const atOnce = `${slots} ${slots === 1 ? 'job' : 'jobs'} at once`;
        return `${healthy} healthy of ${healthy + silent + troubled} seen in the last ten minutes, ${atOnce}${advice}`;
      },
    },
    { subject: 'prices', run: () => checkPrices(database()) },
    { subject: 'email', run: () => checkEmail(config) },
    { subject: 'documents', run: async () => checkDocuments(config) },
  ];
  let failures = 0;
  for (const { subject, run: check } of checks) {
    const line = await check().catch((error: Error) => {
      failures += 1;
      return `PROBLEM: ${error.message}`;
    });
    writeText(`${subject.padEnd(SUBJECT_WIDTH)}${line}\n`);
  }
  await connection?.close();
  writeText(failures === 0 ? 'No problems found.\n' : `Problems found: ${failures}.\n`);
  return failures === 0 ? 0 : 1;
}

/** Warnings only: an operator may want each of these for a while. */
function checkExposure(config: Config): string {
  const warnings = describeExposure(config).map((warning) => `WARNING: ${warning}`);
  if (warnings.length > 0) return warnings.join(`\n${' '.repeat(SUBJECT_WIDTH)}`);
  return isPublic(config.publicUrl) ? `everybody, at ${config.publicUrl}` : 'this machine only';
}

/** Warnings only: an operator may sell something below its cost for a while. */
async function checkPrices(database: Database): Promise<string> {
  const [sold] = await readStarted(database, systemClock.now());
  const found = sold === undefined ? [] : await warnOfPrices(database, sold.catalogue.document);
  if (found.length === 0)
    return 'no model is sold below what the catalogue and live workers say that it costs';
  return found.map(({ sentence }) => `WARNING: ${sentence}`).join(`\n${' '.repeat(SUBJECT_WIDTH)}`);
}

async function checkDataDirectory(config: Config): Promise<string> {
  const { dataDir, disk } = config;
  await requireSecrets(config);
  await namingDataDirectory(dataDir, async () => {
    const probe = path.join(dataDir, `.doctor-${process.pid}`);
    await writeFile(probe, '', { mode: 0o600 });
    await unlink(probe);
  });
  const free = await readFreeBytes([dataDir, path.join(dataDir, 'blobs')]);
  const floor = Math.max(MIN_FREE_BYTES, disk.minFreeBytes);
  if (free < floor) {
    throw new Error(
      `${dataDir} has ${gib(free)} GiB free; free some space: below KINORA_MIN_FREE_GIB orders are refused`,
    );
  }
  const noFloor =
    disk.minFreeBytes === 0 ? '; no order is refused when it is full: set KINORA_MIN_FREE_GIB' : '';
  return `${dataDir}, ${gib(free)} GiB free${noFloor}`;
}

function gib(bytes: number): string {
  return (bytes / 1024 ** 3).toFixed(1);
}

async function checkSecrets({ dataDir }: Config): Promise<string> {
  const place = secretsFile(dataDir);
  const secrets = await readSecrets(place);
  if (secrets === undefined) return `${place}, which the first start of the service creates`;
  if (((await stat(place)).mode & 0o007) !== 0) {
    throw new Error(
      `every user of this machine can read ${place}; run "chmod 600 ${place}", and replace the keys`,
    );
  }
  return summariseKeys(secrets.keys, systemClock.now());
}

async function checkStorage({ s3, dataDir }: Config): Promise<string> {
  const folder = path.join(dataDir, 'blobs');
  if (s3 === undefined && !existsSync(folder)) return `files in ${folder}, which the service creates`;
  const store = await openStore(s3, folder);
  try {
    const finding = await store.check();
    const leftFiles = await describeLeftFiles(s3, folder);
    if (leftFiles !== undefined) throw new Error(leftFiles);
    return finding;
  } finally {
    store.close();
  }
}

function checkOrigins({ allowedOrigins }: Config): string {
  const [unencrypted] = unencryptedOrigins(allowedOrigins);
  if (unencrypted !== undefined) {
    throw new Error(
      `KINORA_ALLOWED_ORIGINS lists ${unencrypted}, whose pages anyone on the network can change; serve them over https`,
    );
  }
  return allowedOrigins.length === 0
    ? 'no page of another origin may call the service'
    : allowedOrigins.join(', ');
}

/** Without a mail server a warning, not a problem: a service for people who know each other may do without. */
async function checkEmail({ smtpUrl, publicUrl }: Config): Promise<string> {
  if (smtpUrl !== undefined) {
    await checkMailServer(smtpUrl);
    return 'sent by SMTP; addresses are confirmed';
  }
  const finding = 'written to files; anybody can sign up with any address, and no link reaches its recipient';
  return publicUrl === undefined ? finding : `WARNING: ${finding}. Set SMTP_URL`;
}

function checkDocuments({ documents: { company, fontFile }, payments }: Config): string {
  const font = fontFile === undefined ? 'Western letters' : fontFile;
  if (company.length > 0) return `invoices and receipts of ${company[0]}, in ${font}`;
  const finding = 'invoices and receipts do not have your name and address';
  return payments.provider === 'stripe' ? `WARNING: ${finding}. Set KINORA_COMPANY` : finding;
}

async function checkDecoder(): Promise<string> {
  const missing = await describeMissingDecoder();
  if (missing !== undefined) throw new Error(`no video can be completed: ${missing}`);
  return 'a sample of each can be decoded before it is paid';
}

async function checkEngine({ workerEnvironment }: Config): Promise<string> {
  const { checkEngine: check } = await loadOptional(
    'the built-in engine',
    () => import('@kinora/worker/check-engine'),
  );
  return `${await check(workerEnvironment)}; ${(freemem() / 1024 ** 3).toFixed(1)} GiB memory free`;
}

export const doctor: Command = { help, run };
