import type { FastifyInstance } from 'fastify';

const IDLE_SWEEP_MS = 100;
const GRACE_MS = 10_000;

/**
 * Lets the requests under way finish. Connections that a client keeps open are closed as they fall idle; what
 * still runs after `graceMs`, such as a download on a slow line, is cut.
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
