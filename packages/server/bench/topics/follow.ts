import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Pool } from 'undici';
import { newId } from '../../src/kernel/ids.ts';
import { acceptRequest } from '../requests.ts';
import { residentMb } from '../resident-memory.ts';
import { type Account, createAccounts, type Service, startService } from '../service.ts';
import { number, quantile } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const FULL = { listeners: 10_000, idleMs: 20_000 };
const QUICK = { listeners: 100, idleMs: 1500 };
const AT_ONCE = 100;
/** On Linux every address of 127.0.0.0/8 is this machine's; the server limits the connections of each. */
const PER_ADDRESS = 500;
const TICKS_PER_SECOND = 100;

/** One server process follows a job for each listener. */
async function run({ quick, closing, reportFailure }: Run): Promise<Table> {
  const { listeners: count, idleMs } = quick ? QUICK : FULL;
  const service = await startService(closing);
  const accounts = await createAccounts(service.database);
  const jobs = await orderJobs(service, accounts, count);
  const before = residentMb(service.pid);

  const openedAt = performance.now();
  const listeners: Listener[] = [];
  closing.add(async () => {
    for (const { socket } of listeners) socket.destroy();
  });
  for (let at = 0; at < count; at += AT_ONCE) {
    const opening = jobs.slice(at, at + AT_ONCE).map((job, place) => listen(service, job, at + place));
    listeners.push(...(await Promise.all(opening)));
  }
  const openedMs = performance.now() - openedAt;
  const busyBefore = processorSeconds(service.pid);
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const busyShare = (processorSeconds(service.pid) - busyBefore) / (idleMs / 1000);
  const after = residentMb(service.pid);

  const changedAt = performance.now();
  await service.database.query(
    `with open as (delete from open_jobs) update jobs set state = 'failed', ended_at = now(), deleted_at = now()`,
  );
  const ends = await Promise.all(listeners.map(({ ended }) => ended));
  const missed = ends.filter((end) => end === undefined).length;
  if (missed > 0) reportFailure(`${missed} of ${count} listeners did not get the last event`);
  const delays = ends.flatMap((end) => (end === undefined ? [] : [end - changedAt]));
  return {
    title: `follow: ${number(count)} streams of events, each of another queued job, on one server process`,
    header: ['', 'figure'],
    rows: [
      ['memory before, MB', number(before)],
      ['memory with the streams, MB', number(after)],
      ['each stream, KB', number(((after - before) * 1000) / count, 1)],
      ['to open them all, s', number(openedMs / 1000, 1)],
      ['processor while nothing changes, cores', number(busyShare, 2)],
      ['from a change of every job to its event, median, ms', number(quantile(delays, 0.5))],
      ['the same, 99th percentile, ms', number(quantile(delays, 0.99))],
    ],
    notes: ['Memory is resident, in 10^6 bytes. The server looks for changes once a second.'],
  };
}

interface Job {
  readonly id: string;
  readonly account: Account;
}

async function orderJobs(service: Service, accounts: readonly Account[], count: number): Promise<Job[]> {
  const pool = new Pool(service.url, { connections: 32, pipelining: 1 });
  const order = async (_: unknown, at: number): Promise<Job> => {
    const account = accounts[at % accounts.length] as Account;
    const { statusCode, body } = await pool.request(acceptRequest(account));
    const { job_id: id } = (await body.json()) as { readonly job_id: string };
    if (statusCode !== 200) throw new Error(`an order got status ${statusCode}`);
    return { id, account };
  };
  const jobs = await Promise.all(Array.from({ length: count }, order));
  await pool.close();
  return jobs;
}

interface Listener {
  readonly socket: Socket;
  /** When the last event came; undefined if the connection ended without it. */
  readonly ended: Promise<number | undefined>;
}

/** Resolves after the first event. */
async function listen({ url }: Service, { id, account }: Job, place: number): Promise<Listener> {
  const { hostname, port } = new URL(url);
  const localAddress =
    process.platform === 'linux' ? `127.0.1.${1 + Math.floor(place / PER_ADDRESS)}` : undefined;
  const socket = connect({ host: hostname, port: Number(port), ...(localAddress && { localAddress }) });
  const headers = Object.entries({ host: hostname, 'x-request-id': newId(), ...account.headers });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`GET /v1/jobs/${id}/events HTTP/1.1\r\n${head}\r\n`);
  let received = '';
  const first = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<number | undefined>();
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
    if (received.includes('event: status')) first.resolve();
    if (received.includes('event: deleted')) ended.resolve(performance.now());
  });
  socket.on('close', () => {
    first.reject(new Error(`a stream ended early: ${received.slice(0, 200)}`));
    ended.resolve(undefined);
  });
  await once(socket, 'connect');
  await first.promise;
  return { socket, ended: ended.promise };
}

/** The processor time of a process so far; NaN where the system does not tell. */
function processorSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  // The name of the program is in parentheses and may contain blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

export const follow: Topic = {
  name: 'follow',
  summary: 'ten thousand streams of events on one server process',
  run,
};
