import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createSlots } from '../kernel/slots.ts';
import { findCommitOutcome } from './commit-outcome.ts';
import {
  CommitLost,
  CommitUnknown,
  isAbortedBefore,
  isLockTimeout,
  isRetried,
  isStalePlan,
} from './errors.ts';
import { type Query, runQuery } from './run-query.ts';
import type { StatementNames } from './statement-names.ts';

export interface TransactionOptions {
  /** All statements read the snapshot of the first; READ COMMITTED by default. */
  readonly isolation?: 'repeatable read' | 'repeatable read, read only';
  /**
   * `once`: fails after one short wait for a lock. `in line`: is expected to wait for one, so it starts among the few
   * transactions that may wait longer. By default a transaction joins those after its first short wait.
   */
  readonly lockWait?: 'once' | 'in line';
}

export type Transact = <Value>(
  work: (tx: { readonly query: Query }) => Promise<Value>,
  options?: TransactionOptions,
) => Promise<Value>;

const TRIES = 4;
/** A wait for a lock keeps a connection busy, so a transaction gives it back after this long and waits again. */
const LOCK_TRY_MS = 250;
/** The share of the connections that may be busy with repeated waits for locks. */
const WAITING_SHARE = 1 / 4;

interface TransactDependencies {
  readonly pool: pg.Pool;
  readonly names: StatementNames;
  readonly maxConnections: number;
  /** How long a transaction waits for locks in all; 0 for no limit. */
  readonly lockPatienceMs: number;
}

/**
 * Runs transactions, and again after a deadlock, a serialisation failure, a stale plan or a lost COMMIT, so their work must
 * have no other effects. Waits for locks that last are bounded: they take few connections, so that an account whose row a
 * vanished node has locked cannot take all of them.
 */
export function createTransact(dependencies: TransactDependencies): Transact {
  const { names, maxConnections, lockPatienceMs } = dependencies;
  const inLine = createSlots(Math.max(1, Math.floor(maxConnections * WAITING_SHARE)));

  return async (work, options = {}) => {
    const deadline = performance.now() + lockPatienceMs;
    const run = () => runTransaction(dependencies, work, options);
    let isWaiting = options.lockWait === 'in line';
    for (let attempt = 1; ; ) {
      try {
        return await (isWaiting ? inLine(run) : run());
      } catch (error) {
        if (isLockTimeout(error)) {
          if (options.lockWait === 'once' || performance.now() > deadline) throw error;
          isWaiting = true;
          continue;
        }
        if (isStalePlan(error)) names.renew();
        else if (!isRetried(error)) throw error;
        if (attempt === TRIES) throw error;
        await pause(Math.random() * 20 * attempt);
        attempt += 1;
      }
    }
  };
}

// The id tells what became of the transaction when COMMIT gets no response.
function begin({ isolation }: TransactionOptions, lockPatienceMs: number): string {
  const lockTimeoutMs = Math.min(lockPatienceMs, LOCK_TRY_MS);
  return `begin isolation level ${isolation ?? 'read committed'};
    set local lock_timeout = ${lockTimeoutMs}; select pg_current_xact_id() as id`;
}

async function runTransaction<Value>(
  { pool, names, lockPatienceMs }: TransactDependencies,
  work: (tx: { readonly query: Query }) => Promise<Value>,
  options: TransactionOptions,
): Promise<Value> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let committed: { readonly id: string; readonly value: Value } | undefined;
  let hasEnded = false;
  let firstFailure: unknown;
  try {
    const id = await beginTransaction(client, begin(options, lockPatienceMs));
    const value = await work({
      async query<Row>(sql: string, values?: readonly unknown[]) {
        // A statement of work that continues after another one failed must not reach the connection's next user.
        if (hasEnded) throw new Error('the transaction has ended');
        const rows = runQuery<Row>(client, names, sql, values);
        rows.catch((error: unknown) => {
          firstFailure ??= error;
        });
        return rows;
      },
    });
    hasEnded = true;
    committed = { id, value };
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') {
      // A statement failed before it, whose failure the work has ignored.
      committed = undefined;
      throw firstFailure ?? new Error('the transaction was rolled back');
    }
    return value;
  } catch (thrown) {
    hasEnded = true;
    // The work may await a statement that was sent behind the one that failed.
    const error = isAbortedBefore(thrown) ? (firstFailure ?? thrown) : thrown;
    // A connection that cannot roll back is discarded, not returned to the pool.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    // After a timeout the rollback may succeed although the server has committed meanwhile.
    const isKnown = error instanceof pg.DatabaseError && broken === undefined;
    if (committed === undefined || isKnown) throw error;
    const outcome = await findCommitOutcome(pool, committed.id);
    if (outcome === 'committed') return committed.value;
    const Lost = outcome === 'aborted' ? CommitLost : CommitUnknown;
    throw new Lost('COMMIT got no response', { cause: error });
  } finally {
    client.release(broken);
  }
}

/** Returns the id of the transaction. */
async function beginTransaction(client: pg.PoolClient, statements: string): Promise<string> {
  // The driver returns a result for each statement of a text.
  const results = (await client.query(statements)) as unknown as readonly pg.QueryResult<{ id: string }>[];
  const id = results.at(-1)?.rows[0]?.id;
  if (id === undefined) throw new Error('a transaction has an id');
  return id;
}
