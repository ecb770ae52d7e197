import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unprivileged } from '../../src/db/unprivileged.ts';
import { until, within } from './deadline.ts';
import { freePort } from './free-port.ts';

/** A PostgreSQL that the machine has, not the embedded one: with TLS, and with the programs for backups. */
export interface OwnPostgres {
  readonly port: number;
  /** `psql` as its superuser. */
  readonly psql: string;
  /** The certificate of the authority, which signed that of `localhost`. */
  readonly authority: string;
  stop(): Promise<void>;
}

const PROGRAMS = ['initdb', 'postgres', 'psql', 'pg_dump', 'pg_restore'];

/** The newest installation with all programs; undefined if there is none. */
export function findPostgres(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...globSync('/usr/lib/postgresql/*/bin'),
  ];
  const version = (folder: string) => Number(/postgresql\/(\d+)\//.exec(folder)?.[1] ?? 0);
  return folders
    .filter((folder) => PROGRAMS.every((program) => existsSync(path.join(folder, program))))
    .sort((a, b) => version(b) - version(a))[0];
}

export async function startOwnPostgres(programs: string): Promise<OwnPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-pg-'));
  await chmod(folder, 0o755);
  const cluster = path.join(folder, 'cluster');
  const files = createCertificate(folder);
  const run = unprivileged(folder, [folder, ...files]);
  const user = run.options.uid;
  // A server reads a key only if it is its own.
  for (const file of files) {
    if (user !== undefined) await chown(file, user, user);
    await chmod(file, 0o600);
  }
  const init = spawnSync(
    ...run.command(path.join(programs, 'initdb'), [
      '-D',
      cluster,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
    ]),
    { ...run.options, encoding: 'utf8' },
  );
  if (init.status !== 0) throw new Error(init.stderr || String(init.error));
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=localhost',
    `unix_socket_directories=${folder}`,
    'ssl=on',
    `ssl_cert_file=${folder}/server.pem`,
    `ssl_key_file=${folder}/server.key`,
    'timezone=Asia/Kolkata',
  ];
  const [command, args] = run.command(path.join(programs, 'postgres'), [
    '-D',
    cluster,
    ...settings.flatMap((setting) => ['-c', setting]),
  ]);
  const server = spawn(command, args, { ...run.options, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  server.stderr.on('data', (bytes) => (log += bytes));
  await until(() => server.exitCode !== null || log.includes('ready to accept connections'));
  if (server.exitCode !== null) throw new Error(log);
  return {
    port,
    psql: `psql -v ON_ERROR_STOP=1 -h ${folder} -p ${port} -U postgres`,
    authority: path.join(folder, 'ca.pem'),
    stop: () => stop(server, folder),
  };
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await within(() => 'the end of PostgreSQL', ended);
  await rm(folder, { recursive: true, force: true });
}

/** An authority and a certificate of `localhost` signed by it; returns the files for the server. */
function createCertificate(folder: string): string[] {
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  const script = `set -e; cd '${folder}'
openssl req -x509 ${key} -keyout ca.key -out ca.pem -days 2 -subj /CN=authority
openssl req ${key} -keyout server.key -out server.csr -subj /CN=localhost
printf 'subjectAltName=DNS:localhost' > names
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem`;
  const { status, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return [path.join(folder, 'server.pem'), path.join(folder, 'server.key')];
}
