import type { EventEmitter } from 'node:events';
import type pg from 'pg';

/** The server that a session is connected to takes no writes: a standby, or a primary that was demoted. */
export class ReadOnlyServer extends Error {
  constructor() {
    super('the server of this session is read-only');
  }
}

const READ_ONLY_TRANSACTION = '25006';
/** PostgreSQL reports a change of these to each session with its next response, without being asked. */
const REPORTED_SETTINGS: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** The messages of the protocol, which the driver emits but does not declare. */
interface Connection extends EventEmitter {
  on(event: 'errorMessage', listener: (message: { readonly code?: string }) => void): this;
  on(
    event: 'parameterStatus',
    listener: (message: { readonly parameterName: string; readonly parameterValue: string }) => void,
  ): this;
}

const connectionOf = (client: pg.ClientBase): Connection =>
  (client as pg.ClientBase & { readonly connection: Connection }).connection;

export interface WritableSessions {
  /** Throws `ReadOnlyServer` if the server of a new session takes no writes. */
  add(client: pg.ClientBase): Promise<void>;
  /** Those of a pool that are in use end when they are released. */
  ofPool(pool: pg.Pool): void;
}

/**
 * The sessions of one database, all of which are over when one of them finds its server read-only. They were opened to the same
 * server, whose rows are old from then on and whose notifications have stopped; a balancer may leave connections to a demoted
 * primary open for as long as they live. New sessions reach the primary by the name that the operator configured.
 *
 * To its owner a session that is over has a fault: the pool drops those that are idle, and a listener opens another. Statements
 * in progress still return their results; a transaction is refused its next write, and runs again.
 */
export function createWritableSessions(): WritableSessions {
  const sessions = new Set<pg.ClientBase>();
  const inUse = new WeakSet<pg.ClientBase>();
  const endAll = () => {
    const over = [...sessions];
    sessions.clear();
    for (const client of over) if (!inUse.has(client)) client.emit('error', new ReadOnlyServer());
  };
  return {
    async add(client) {
      const connection = connectionOf(client);
      connection.on('errorMessage', ({ code }) => {
        if (code === READ_ONLY_TRANSACTION) endAll();
      });
      connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
        // The result of the statement that the report came with is delivered first.
        if (REPORTED_SETTINGS.has(parameterName) && parameterValue === 'on') setImmediate(endAll);
      });
      await requireWritable(client);
      sessions.add(client);
      client.on('end', () => sessions.delete(client));
    },
    ofPool(pool) {
      pool.on('acquire', (client) => inUse.add(client));
      pool.on('release', (_error, client) => {
        inUse.delete(client);
        if (!sessions.has(client)) void client.end();
      });
    },
  };
}

/** Asks the server, because a pooling proxy does not report settings. */
export async function requireWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServer();
}
