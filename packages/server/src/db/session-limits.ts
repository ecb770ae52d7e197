import type pg from 'pg';

/**
 * The limits of a session in PostgreSQL, which end it when its process or machine has vanished. Without them its locks
 * are held for as long as TCP believes in the dead peer, which is hours by default.
 */

/** A transaction of this service never waits between two statements, so a longer pause means that its node is gone. */
export const IDLE_IN_TRANSACTION_MS = 5_000;

/** PostgreSQL cancels a statement a little before this process stops waiting for it, so the outcome is known. */
const CANCEL_EARLIER = 0.9;

export interface SessionTimeouts {
  /** Timeout of a query in this process, as on a half-open connection; 0 for none. */
  readonly queryTimeoutMs: number;
  /** Timeout of a wait for a lock by a single statement; 0 for none. */
  readonly lockTimeoutMs: number;
  /** Timeout of a pause within a transaction; 0 for none. */
  readonly idleTimeoutMs: number;
}

/** The options of the driver that limit a session from its start. */
export function sessionTimeouts({ queryTimeoutMs, lockTimeoutMs, idleTimeoutMs }: SessionTimeouts) {
  return {
    query_timeout: queryTimeoutMs,
    statement_timeout: Math.round(queryTimeoutMs * CANCEL_EARLIER),
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleTimeoutMs,
  };
}

// A peer that responds to nothing is dead after 5 + 3 * 3 seconds; a peer that acknowledges nothing after 10.
const NETWORK = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3;
  set tcp_user_timeout = 10000`;
// Ends a statement, such as a wait for a lock, whose client has closed the connection.
const CONNECTION_CHECK = 'set client_connection_check_interval = 2000';

/** Lets PostgreSQL detect that the peer of a new session is gone; ignored by a session over a Unix socket. */
export async function limitNetworkWaits(client: pg.ClientBase): Promise<void> {
  await client.query(NETWORK);
  // Some systems cannot check a connection, and refuse the setting.
  await client.query(CONNECTION_CHECK).catch(() => {});
}
