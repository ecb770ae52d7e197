import type { FastifyInstance } from 'fastify';

const IDLE_SWEEP_MS = 100;
const GRACE_MS = 10_000;

/**
 * Stops accepting requests and lets those in progress finish. Idle keep-alive connections are closed. Requests that
 * still run after `graceMs`, such as a slow download, are aborted.
 */
export async function stopServer(server: FastifyInstance, graceMs = GRACE_MS): Promise<void> {
  const sweep = setInterval(() => server.server.closeIdleConnections(), IDLE_SWEEP_MS);
  const deadline = setTimeout(() => server.server.closeAllConnections(), graceMs);
  try {
    await server.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(deadline);
  }
}
