import type { FastifyInstance } from 'fastify';
import type { AcceptedBatch } from '../admit/accept/accept-jobs.ts';
import type { OpenCatalogue } from '../catalogue/open-catalogue.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock.ts';
import type { PushDependencies } from '../push/send-push.ts';
import type { QueueView } from '../queue/queue-view.ts';
import type { OnJobEnd } from '../settle/settle-job.ts';

interface MetricsDependencies {
  readonly database: Database;
  readonly queueView: QueueView;
  readonly clock: Clock;
  readonly catalogue: OpenCatalogue;
  readonly areTasksStalled: () => boolean;
}

interface WiredMetrics {
  readonly onBatch: ((batch: AcceptedBatch) => void) | undefined;
  readonly onJobEnd: OnJobEnd | undefined;
  readonly onPush: PushDependencies['onPush'];
  /**
   * Measures the requests of `server` and serves the metrics; `port` is the only one to serve them at, if there is
   * one.
   */
  readonly serveMetrics: (server: FastifyInstance, port: number | undefined) => void;
}

/** Without a token nothing is measured, and the library is not loaded. */
export async function wireMetrics(
  { telemetry: { metricsToken } }: Config,
  { database, queueView, clock, catalogue, areTasksStalled }: MetricsDependencies,
): Promise<WiredMetrics> {
  if (metricsToken === undefined) {
    return { onBatch: undefined, onJobEnd: undefined, onPush: undefined, serveMetrics: () => {} };
  }
  const { createMetrics } = await import('../metrics/metrics.ts');
  const { readServiceState } = await import('../metrics/read-service-state.ts');
  const { metricsRoutes } = await import('../http/metrics-routes.ts');
  const metrics = createMetrics({
    pool: database.pool,
    areTasksStalled,
    readService: () => readServiceState(database, queueView, clock, catalogue.now()),
  });
  return {
    onBatch: metrics.observeBatch,
    onJobEnd: metrics.observeEnd,
    onPush: metrics.observePush,
    serveMetrics: (server, metricsPort) => metricsRoutes(server, { metrics, metricsToken, metricsPort }),
  };
}
