import pg from 'pg';
import { requireWritable, type WritableSessions } from './writable-sessions.ts';

const RELISTEN_MS = 500;
const CHECK_MS = 5_000;

/** Calls `onPayload` for each notification on `channel`, and `onReconnect` after a gap in listening. */
export type Listen = (
  channel: string,
  onPayload: (payload: string) => void,
  onReconnect: () => void,
) => Promise<void>;

/** Listens with a session of its own, and again when it is lost. */
export function createListener(
  settings: pg.ClientConfig,
  sessions: WritableSessions,
): { readonly listen: Listen; close(): Promise<void> } {
  let listener: pg.Client | undefined;
  let closed = false;

  const listen: Listen = async (channel, onPayload, onReconnect) => {
    const client = new pg.Client(settings);
    client.on('notification', (message) => onPayload(message.payload ?? ''));
    client.on('error', () => {
      void client.end().catch(() => {});
      if (closed || listener !== client) return;
      listener = undefined;
      setTimeout(relisten, RELISTEN_MS).unref();
    });
    const relisten = () => {
      if (closed) return;
      listen(channel, onPayload, onReconnect).then(onReconnect, () =>
        setTimeout(relisten, RELISTEN_MS).unref(),
      );
    };
    try {
      await client.connect();
      await sessions.add(client);
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    // Otherwise a connection that is made during `close` would keep the process running.
    if (closed) return client.end();
    listener = client;
    // The session only waits, so nothing else would show that its server was demoted or is gone.
    const check = setInterval(() => {
      requireWritable(client).catch((error) => client.emit('error', error));
    }, CHECK_MS).unref();
    client.on('end', () => clearInterval(check));
  };

  return {
    listen,
    async close() {
      closed = true;
      await listener?.end();
    },
  };
}
