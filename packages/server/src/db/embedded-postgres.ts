import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { isDiskFull } from './errors.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { diskFull, postgresFailure, requireWritableFolder } from './postgres-failure.ts';
import { unprivileged } from './unprivileged.ts';

/**
 * PostgreSQL without an installation: binaries from npm and a cluster in the data directory, which listens on
 * a Unix socket with a random password. A server that is still running after its Kinora process was killed is
 * reused.
 */

const execute = promisify(execFile);

const USER = 'kinora';
const DATABASE = 'kinora';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const CLOSING_MS = 1000;
const START_LOG = 'start.log';
const POLL_MS = 20;
const WATCH_MS = 1000;
const UNRESPONSIVE_MS = 1000;
// The kernel's limit is 107 bytes, and `/.s.PGSQL.5432.lock` is added to the folder.
const SOCKET_FOLDER_MAX_BYTES = 80;

export interface EmbeddedPostgres {
  readonly connectionString: string;
  /** Stops the server cleanly, unless another process still uses it. */
  stop(): Promise<void>;
  /** The same for a process that ends next, and still has connections. Lets nothing learn that they have broken. */
  stopAtOnce(): Promise<void>;
}

/**
 * Starts the server of the cluster in `folder`, or reuses the running one; creates the cluster with
 * `password` when there is none. With `keepsRunning` a server that dies is restarted.
 */
export async function startEmbeddedPostgres(
  folder: string,
  password: string,
  { keepsRunning = false } = {},
): Promise<EmbeddedPostgres> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const cluster = path.join(folder, 'cluster');
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) await initialise(folder, cluster, password);

  const socketFolder = await startOrReuse(folder, cluster, password);
  const url = (database: string) => connectionUrl(socketFolder, password, database);
  await createDatabase(url('postgres')).catch(async (error) => {
    await stopUnlessShared(cluster, url('postgres'));
    throw isDiskFull(error) ? diskFull() : error;
  });
  const restart = () => startOrReuse(folder, cluster, password, socketFolder);
  const supervisor = keepsRunning ? supervise(cluster, restart) : undefined;
  return {
    connectionString: url(DATABASE),
    async stop() {
      await supervisor?.stop();
      await stopUnlessShared(cluster, url('postgres'));
    },
    stopAtOnce: () => stopWhileConnected(cluster, url('postgres')),
  };
}

/** Restarts a server that died, at the same socket, so that connection pools can reconnect. */
function supervise(cluster: string, start: () => Promise<string>): { stop(): Promise<void> } {
  let starting: Promise<unknown> | undefined;
  const timer = setInterval(async () => {
    if (starting !== undefined || (await readPostmaster(cluster)) !== undefined) return;
    starting ??= start()
      .catch(() => {})
      .finally(() => {
        starting = undefined;
      });
  }, WATCH_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await starting;
    },
  };
}

/**
 * Creates the cluster in a draft folder and renames it, so that an interrupted or concurrent run leaves no
 * partial one.
 */
async function initialise(folder: string, cluster: string, password: string): Promise<void> {
  const { initdb } = await postgresBinaries();
  const draft = await mkdtemp(path.join(folder, 'initialising-'));
  const passwordFile = path.join(draft, 'password');
  const draftCluster = path.join(draft, 'cluster');
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    const run = unprivileged(folder, [draft, passwordFile]);
    const [program, args] = run.command(initdb, [
      `--pgdata=${draftCluster}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-clean',
    ]);
    // The server is loaded meanwhile.
    await execute(program, args, run.options).catch(async ({ message, stderr }) => {
      // The draft may have filled the disk.
      await requireWritableFolder(folder);
      throw postgresFailure('be initialised', folder, stderr || message);
    });
    await rename(draftCluster, cluster).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Returns the folder of the running server's socket. */
async function startOrReuse(
  folder: string,
  cluster: string,
  password: string,
  socketFolder?: string,
): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let unresponsiveSince: number | undefined;
  let child: ChildProcess | undefined;
  while (Date.now() < deadline) {
    const running = await readPostmaster(cluster);
    const answer = running?.ready ? await tryPassword(running, password) : 'none';
    if (running !== undefined && answer === 'accepted') return running.socketFolder;
    if (running !== undefined && answer === 'wrong password') {
      if (child !== undefined) process.kill(running.pid, 'SIGINT');
      throw new Error(
        `the database in ${folder} was created with another secrets.json; restore the one that belongs to it`,
      );
    }
    // The lock file may name a process that has just died, or an unrelated one with the same number. So a
    // start is attempted: PostgreSQL itself detects a stale lock file, and refuses to start twice.
    unresponsiveSince = running?.ready ? (unresponsiveSince ?? Date.now()) : undefined;
    const isUnresponsive =
      unresponsiveSince !== undefined && Date.now() - unresponsiveSince > UNRESPONSIVE_MS;
    const hasEnded = child === undefined || child.exitCode !== null || child.signalCode !== null;
    if (hasEnded && (running === undefined || isUnresponsive)) {
      const hasFailed = Boolean(child?.exitCode) && running === undefined;
      if (hasFailed && !(await isStillInUse(folder))) break;
      child = await launch(folder, cluster, socketFolder ?? (await makeSocketFolder(folder)));
      unresponsiveSince = undefined;
    }
    await pause(POLL_MS);
  }
  await requireWritableFolder(folder);
  throw postgresFailure('start', folder, await readLogs(folder, cluster));
}

/** What the server has printed, before and after its own log was open. */
async function readLogs(folder: string, cluster: string): Promise<string> {
  const startLog = await readFile(path.join(folder, START_LOG), 'utf8').catch(() => '');
  const logs = path.join(cluster, 'log');
  const names = await readdir(logs).catch(() => []);
  const times = await Promise.all(names.map(async (name) => (await stat(path.join(logs, name))).mtimeMs));
  const latest = names[times.indexOf(Math.max(...times))];
  const log = latest === undefined ? '' : await readFile(path.join(logs, latest), 'utf8');
  return `${startLog}\n${log.slice(log.lastIndexOf('starting PostgreSQL'))}`;
}

/** Whether the last start failed only because processes of a killed server have not ended yet. */
async function isStillInUse(folder: string): Promise<boolean> {
  const startLog = await readFile(path.join(folder, START_LOG), 'utf8').catch(() => '');
  return startLog.includes('pre-existing shared memory block');
}

async function tryPassword(
  { socketFolder }: Postmaster,
  password: string,
): Promise<'accepted' | 'wrong password' | 'none'> {
  try {
    await withClient(connectionUrl(socketFolder, password, 'postgres'), async () => {});
    return 'accepted';
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === '28P01' ? 'wrong password' : 'none';
  }
}

async function makeSocketFolder(folder: string): Promise<string> {
  const preferred = path.join(folder, 'socket');
  const fits = Buffer.byteLength(preferred) <= SOCKET_FOLDER_MAX_BYTES;
  const socketFolder = fits ? preferred : await mkdtemp(path.join(tmpdir(), 'kinora-pg-'));
  await mkdir(socketFolder, { recursive: true });
  await chmod(socketFolder, 0o700);
  return socketFolder;
}

async function launch(folder: string, cluster: string, socketFolder: string): Promise<ChildProcess> {
  const { postgres } = await postgresBinaries();
  // PostgreSQL refuses a cluster that other users can read, as a copied or unpacked one may be.
  await chmod(cluster, 0o700);
  const run = unprivileged(folder, [cluster, socketFolder]);
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${socketFolder}`,
    'unix_socket_permissions=0700',
    'max_connections=200',
    'logging_collector=on',
    'log_directory=log',
    'log_filename=postgres-%a.log',
    'log_truncate_on_rotation=on',
  ];
  // The server's output until its own log is open.
  const startLog = await open(path.join(folder, START_LOG), 'w', 0o600);
  // It has a process group of its own, so that Ctrl-C in a terminal reaches only Kinora, which stops the database
  // last.
  const child = spawn(...run.command(postgres, ['-D', cluster, ...settings.flatMap((s) => ['-c', s])]), {
    ...run.options,
    detached: true,
    stdio: ['ignore', startLog.fd, startLog.fd],
  });
  await startLog.close();
  child.on('error', () => {});
  child.unref();
  return child;
}

interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly ready: boolean;
}

/** The running server of a cluster, from PostgreSQL's lock file. */
async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!pid || !isAlive(pid)) return undefined;
  return { pid, socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function createDatabase(adminUrl: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) {
      await client.query(`create database ${DATABASE}`).catch((error: pg.DatabaseError) => {
        // 42P04 and 23505: a concurrent start has created it.
        if (error.code !== '42P04' && error.code !== '23505') throw error;
      });
    }
  });
}

async function stopUnlessShared(cluster: string, adminUrl: string): Promise<void> {
  const pid = await endUnlessShared(cluster, adminUrl, { ownCount: true });
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (pid !== undefined && isAlive(pid) && existsSync(path.join(cluster, 'postmaster.pid'))) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) did not stop`);
    await pause(POLL_MS);
  }
}

async function stopWhileConnected(cluster: string, adminUrl: string): Promise<void> {
  const pid = await endUnlessShared(cluster, adminUrl, { ownCount: false });
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (pid !== undefined && existsSync(path.join(cluster, 'postmaster.pid')) && Date.now() < deadline) {
    Atomics.wait(never, 0, 0, POLL_MS);
  }
}

/** Tells the server to stop, and returns its process; undefined if none runs, or others use it. */
async function endUnlessShared(
  cluster: string,
  adminUrl: string,
  clients: CountedClients,
): Promise<number | undefined> {
  const running = await readPostmaster(cluster);
  if (running === undefined || (await hasClients(adminUrl, clients))) return undefined;
  process.kill(running.pid, 'SIGINT');
  return running.pid;
}

interface CountedClients {
  /** Whether the connections of this process count. */
  readonly ownCount: boolean;
}

/**
 * Whether connections of other processes are open, or counted ones of this process. Those that it closed a moment ago get
 * time to end, and one that is being opened, whose process is not known yet, to be named.
 */
async function hasClients(adminUrl: string, { ownCount }: CountedClients): Promise<boolean> {
  return withClient(adminUrl, async (client) => {
    const deadline = Date.now() + CLOSING_MS;
    for (;;) {
      const counted = (await listClients(client)).filter(({ isOwn }) => ownCount || !isOwn);
      if (counted.length === 0) return false;
      if (counted.some(({ isOwn, isNamed }) => !isOwn && isNamed) || Date.now() > deadline) return true;
      await pause(POLL_MS);
    }
  });
}

/** The other connections, and whether they are of this process. */
async function listClients(client: pg.Client): Promise<{ isOwn: boolean; isNamed: boolean }[]> {
  const { rows } = await client.query<{ isOwn: boolean; isNamed: boolean }>(
    `select application_name = current_setting('application_name') as "isOwn",
       coalesce(application_name, '') <> '' as "isNamed"
     from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows;
}

async function withClient<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function connectionUrl(socketFolder: string, password: string, database: string): string {
  const parameters = new URLSearchParams({ host: socketFolder, application_name: `kinora-${process.pid}` });
  return `postgresql://${USER}:${encodeURIComponent(password)}@/${database}?${parameters}`;
}
