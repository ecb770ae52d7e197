import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { SLOW_MS } from '../support/deadline.ts';
import { freePort } from '../support/free-port.ts';
import { startOwnPostgres } from '../support/own-postgres.ts';
import { type KinoraProcess, type Program, startKinora } from '../support/service-process.ts';
import { startTcpBalancer } from '../support/tcp-balancer.ts';

/** Two servers of any version behind a balancer, with an installed PostgreSQL, and workers that call the balancer. */
export interface Scene {
  /** The address of the balancer. */
  readonly url: string;
  /** The address of a database. */
  database(name: string): string;
  dump(name: string): Promise<void>;
  /** Restores the dump into a new database; returns its address. */
  restore(name: string, into: string): Promise<string>;
  /** Starts a server in place of the first or the second. */
  serve(version: Version, place: 0 | 1, database: string): Promise<KinoraProcess>;
  work(version: Version, name: string): KinoraProcess;
  /** Runs a command to its end; returns what it prints. */
  command(version: Version, database: string, ...args: readonly string[]): Promise<string>;
}

export interface Version {
  readonly name: string;
  readonly program: Program;
}

const KINORA_WORKER_TOKEN = 'a-token-for-upgrades-only';

/** `programs` is the folder of the programs of PostgreSQL. What is started is ended with `stack`. */
export async function openScene(programs: string, stack: AsyncDisposableStack): Promise<Scene> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-upgrades-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startOwnPostgres(programs);
  stack.defer(() => postgres.stop());
  const server = `postgresql://postgres@localhost:${postgres.port}`;
  const database = (name: string) => `${server}/${name}`;
  const run = (program: string, ...args: readonly string[]) =>
    promisify(execFile)(path.join(programs, program), args);
  const create = (name: string) => run('psql', database('postgres'), '-q', '-c', `create database ${name}`);
  await create('kinora');
  const ports = [await freePort(), await freePort()] as const;
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const balancer = await startTcpBalancer(urls);
  stack.defer(() => balancer.close());
  const running = new Set<KinoraProcess>();
  const start = (version: Version, args: readonly string[], settings: Readonly<Record<string, string>>) => {
    const started = startKinora(args, { KINORA_LOG_LEVEL: 'warn', ...settings }, folder, version.program);
    running.add(started);
    return started;
  };
  stack.defer(async () => {
    for (const each of running) each.child.kill('SIGKILL');
    await Promise.all([...running].map((each) => each.ended()));
  });
  const data = { KINORA_DATA_DIR: path.join(folder, 'data'), KINORA_PUBLIC_URL: balancer.url };
  const dumpOf = (name: string) => path.join(folder, `${name}.dump`);
  return {
    url: balancer.url,
    database,
    async dump(name) {
      await run('pg_dump', '--format=custom', '--file', dumpOf(name), database(name));
    },
    async restore(name, into) {
      await create(into);
      await run('pg_restore', '--dbname', database(into), '--no-owner', '--exit-on-error', dumpOf(name));
      return database(into);
    },
    async serve(version, place, databaseUrl) {
      const started = start(version, ['serve', '--no-worker'], {
        ...data,
        DATABASE_URL: databaseUrl,
        KINORA_PORT: String(ports[place]),
        KINORA_NODE_URL: urls[place] ?? '',
        KINORA_STOP_LINGER_SECONDS: '5',
        KINORA_WORKER_TOKEN,
        KINORA_WEBHOOKS_PRIVATE: '1',
      });
      await started.lineMatching(/Kinora is ready at/);
      return started;
    },
    work: (version, name) =>
      start(version, ['worker', '--name', name], { KINORA_SERVER_URL: balancer.url, KINORA_WORKER_TOKEN }),
    async command(version, databaseUrl, ...args) {
      const ended = start(version, args, { ...data, DATABASE_URL: databaseUrl });
      assert.equal(await ended.ended(3 * SLOW_MS), 0, ended.output());
      return ended.output();
    },
  };
}
