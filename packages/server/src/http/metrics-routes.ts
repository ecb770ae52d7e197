import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sha256 } from '../kernel/ids.ts';
import type { Metrics } from '../metrics/metrics.ts';

export interface MetricsDependencies {
  readonly metrics: Metrics;
  readonly metricsToken: string;
  /** The only port that serves metrics, if the others are shared with more processes; undefined for any port. */
  readonly metricsPort: number | undefined;
}

/** GET /metrics for Prometheus, with a token of its own; and the measurement of every request. */
export function metricsRoutes(
  server: FastifyInstance,
  { metrics, metricsToken, metricsPort }: MetricsDependencies,
): void {
  const expected = sha256(`Bearer ${metricsToken}`);

  server.addHook('onResponse', (request, reply, done) => {
    // The template, such as /v1/jobs/:jobId: addresses themselves are without number, and some are secret.
    const route = request.routeOptions.url ?? 'none';
    metrics.observeRequest(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });

  server.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain');
    // Hashes have the same length, and the comparison leaks nothing.
    const sent = request.headers.authorization?.replace(/^bearer +/i, 'Bearer ') ?? '';
    if (!timingSafeEqual(sha256(sent), expected)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send('The metrics need their own token.\n');
    }
    if (metricsPort !== undefined && request.socket.localPort !== metricsPort) {
      // Counters of one process, then of another, would look like resets.
      const message = `Several processes share this port. Scrape the port of each; this one has ${metricsPort}.\n`;
      return reply.code(421).send(message);
    }
    return reply.type(metrics.contentType).send(await metrics.scrape());
  });
}
