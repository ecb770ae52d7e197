import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterPoll } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const IDLE_SWEEP_MS = 100;
const GRACE_MS = 10_000;

const draining = new WeakSet<Server>();

/** Every response from now on asks the client to close its connection, and /readyz says that this server stops. */
export function startDraining({ server }: FastifyInstance): void {
  draining.add(server);
}

export function isDraining({ server }: FastifyInstance): boolean {
  return draining.has(server);
}

/**
 * Resolves when no connection is open, or after `lingerMs`. A client that keeps a connection may send its next request
 * at the moment at which the server closes it, and would get an error. So idle connections stay open for a while:
 * most clients use them in that time, and are then asked to close them.
 */
export async function untilClientsLeft({ server }: FastifyInstance, lingerMs: number): Promise<void> {
  const deadline = performance.now() + lingerMs;
  while (performance.now() < deadline && (await countConnections(server)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, IDLE_SWEEP_MS));
  }
}

/**
 * Stops accepting requests and lets those in progress finish. Idle keep-alive connections are closed. Requests that
 * still run after `graceMs`, such as a slow download, are aborted.
 */
export async function stopServer(server: FastifyInstance, graceMs = GRACE_MS): Promise<void> {
  startDraining(server);
  const closed = stopListening(server.server);
  const sweep = setInterval(() => server.server.closeIdleConnections(), IDLE_SWEEP_MS);
  const deadline = setTimeout(() => server.server.closeAllConnections(), graceMs);
  try {
    await closed;
  } finally {
    clearInterval(sweep);
    clearTimeout(deadline);
    await server.close();
  }
}

/**
 * Resolves when the last connection is closed. The close of an HTTP server would also close idle connections at once, and
 * Fastify's would come some ticks later: connections that wait to be accepted at that moment would be reset. Right
 * after polling there are none.
 */
async function stopListening(server: Server): Promise<void> {
  await afterPoll();
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.getConnections((error, count) => resolve(error === null ? count : 0)),
  );
}
