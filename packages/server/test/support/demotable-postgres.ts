import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts';
import { until } from './deadline.ts';

export interface DemotablePostgres {
  readonly connectionString: string;
  /**
   * Makes the sessions that are open read-only, as those that a balancer leaves to a demoted primary; new ones are not, as those to
   * the new primary, unless there is none.
   */
  demote(options?: { readonly forNewSessions?: boolean }): Promise<void>;
  promote(): Promise<void>;
  /** How many sessions of services are older than the last `demote`. */
  oldSessions(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * One server that plays both: it reads its settings again, which changes all its sessions, and the role of new sessions has a setting
 * of its own.
 */
export async function startDemotablePostgres(): Promise<DemotablePostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kinora-demotable-'));
  const { connectionString, stop } = await startEmbeddedPostgres(path.join(folder, 'postgres'), 'for-tests');
  let demotedAt: Date | undefined;

  async function administer<Row extends pg.QueryResultRow>(...statements: string[]): Promise<Row[]> {
    const client = new pg.Client({ connectionString, application_name: 'administrator' });
    await client.connect();
    try {
      await client.query('set default_transaction_read_only = off');
      let rows: Row[] = [];
      for (const statement of statements) ({ rows } = await client.query<Row>(statement));
      return rows;
    } finally {
      await client.end();
    }
  }

  /** Resolves when every session reads the settings before its next statement: PostgreSQL only asks for it. */
  async function readSettings(): Promise<void> {
    const loadedAt = async () =>
      (await administer<{ at: string }>('select pg_conf_load_time()::text as at'))[0]?.at;
    const before = await loadedAt();
    await administer('select pg_reload_conf()');
    // A new session has the new time once the server has sent the others their signal.
    await until(async () => (await loadedAt()) !== before);
  }

  return {
    connectionString,
    async demote({ forNewSessions = false } = {}) {
      const [row] = await administer<{ now: Date }>(
        `alter role current_user ${forNewSessions ? 'reset default_transaction_read_only' : 'set default_transaction_read_only = off'}`,
        'alter system set default_transaction_read_only = on',
        'select clock_timestamp() as now',
      );
      await readSettings();
      demotedAt = row?.now;
    },
    async promote() {
      await administer(
        'alter system reset default_transaction_read_only',
        'alter role current_user reset default_transaction_read_only',
      );
      await readSettings();
    },
    async oldSessions() {
      const [row] = await administer<{ count: string }>(
        `select count(*) from pg_stat_activity where datname = current_database()
           and application_name <> 'administrator' and backend_start < '${demotedAt?.toISOString()}'`,
      );
      return Number(row?.count);
    },
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
