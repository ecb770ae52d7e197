import type { FastifyInstance } from 'fastify';
import { createTraceAttempt, type TraceAttempt } from '../attempt/trace-attempt.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { traceOrders } from '../http/trace-orders.ts';
import type { StartSpan } from '../kernel/span.ts';

interface WiredTracing {
  readonly startSpan: StartSpan | undefined;
  readonly traceAttempt: TraceAttempt | undefined;
  /** Begins a span with each request that orders jobs. */
  readonly traceServer: (server: FastifyInstance) => void;
}

/** Without a collector nothing is traced, and the libraries are not loaded. */
export async function wireTracing(
  { telemetry: { tracesUrl } }: Config,
  database: Database,
  started: AsyncDisposableStack,
): Promise<WiredTracing> {
  if (tracesUrl === undefined)
    return { startSpan: undefined, traceAttempt: undefined, traceServer: () => {} };
  const { openTracing } = await import('../tracing/open-tracing.ts');
  const { startSpan, close } = openTracing(tracesUrl);
  // An unreachable collector must not keep the process from stopping.
  started.defer(() => close().catch(() => {}));
  return {
    startSpan,
    traceAttempt: createTraceAttempt(database, startSpan),
    traceServer: (server) => traceOrders(server, startSpan),
  };
}
