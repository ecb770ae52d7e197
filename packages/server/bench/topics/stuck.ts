import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../src/db/database.ts';
import { runClosedLoop } from '../closed-loop.ts';
import { GENERATE_PATH } from '../requests.ts';
import { type Account, createAccounts, type Service, startService } from '../service.ts';
import { number, spread } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const ROUNDS = 5;
const OTHERS = 15;
/** A customer whose orders wait or are refused tries again after this. */
const RETRY_MS = 200;
const GOAL_RATIO = 2;
const GOAL_SECONDS = 15;

/** The orders of other accounts, quiet and beside accounts whose funding rows a vanished node has locked. */
async function run({ quick, closing, reportFailure }: Run): Promise<Table> {
  const service = await startService(closing);
  const accounts = await createAccounts(service.database, OTHERS + 1);
  const [stuck, ...others] = accounts as [Account, ...Account[]];
  const effort = { connections: OTHERS, ms: quick ? 500 : 4000 };
  const measure = () =>
    runClosedLoop(effort, async (connection) => {
      const response = await order(service, others[connection] as Account);
      return response.ok ? undefined : `status ${response.status}`;
    });
  await measure();
  const quiet: number[] = [];
  const beside: number[] = [];
  const served: number[] = [];
  for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
    const before = await measure();
    const seconds = await vanish(service, stuck);
    const meanwhile = await measure();
    quiet.push(before.p99Ms);
    beside.push(meanwhile.p99Ms);
    served.push(await seconds());
    for (const { firstFailure } of [before, meanwhile]) {
      if (firstFailure !== undefined) reportFailure(`an order of another account: ${firstFailure}`);
    }
  }
  const ratios = beside.map((ms, round) => ms / (quiet[round] ?? Number.NaN));
  return {
    title: `stuck: POST ${GENERATE_PATH} by ${OTHERS} accounts, beside one whose row a vanished node has locked`,
    header: ['', 'quiet', 'beside it', 'ratio', 'goal'],
    rows: [
      ['p99 of the others, ms', spread(quiet, 1), spread(beside, 1), spread(ratios, 2), number(GOAL_RATIO)],
      ['the locked account served after, s', '', spread(served, 1), '', number(GOAL_SECONDS)],
    ],
    notes: ['The customer of the locked account has eight orders open all the time.'],
  };
}

/**
 * Locks the account's row as a node does that vanishes before its COMMIT, and opens eight orders of its customer, who
 * repeats a refused one. Returns a wait until all are accepted, in seconds.
 */
async function vanish({ connectionString, url }: Service, account: Account): Promise<() => Promise<number>> {
  const lock = openDatabase({ connectionString, onError: () => {} });
  const locked = Promise.withResolvers<void>();
  const served = Promise.withResolvers<void>();
  const lost = lock.transaction(async (tx) => {
    await tx.query('select from funding_accounts where account_id = $1 for update', [account.id]);
    locked.resolve();
    await served.promise;
  });
  lost.catch(locked.reject);
  await locked.promise;
  const at = performance.now();
  const untilServed = async (): Promise<number> => {
    while (!(await order({ url }, account)).ok) await pause(RETRY_MS);
    return (performance.now() - at) / 1000;
  };
  const waits = Promise.all(Array.from({ length: 8 }, untilServed));
  return async () => {
    const seconds = await waits;
    served.resolve();
    await lost.catch(() => {});
    await lock.close();
    return Math.max(...seconds);
  };
}

async function order({ url }: Pick<Service, 'url'>, { headers }: Account): Promise<Response> {
  const response = await fetch(url + GENERATE_PATH, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"prompt":"a lighthouse"}',
  });
  await response.arrayBuffer();
  return response;
}

export const stuck: Topic = {
  name: 'stuck',
  summary: 'latency beside an account whose row a vanished node has locked',
  run,
};
