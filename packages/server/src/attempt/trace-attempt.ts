import type { Problem, RenderOperation, Result, Stage } from '@kinora/contract';
import type { Queryable } from '../db/database.ts';
import type { SpanAttributes, StartSpan } from '../kernel/span.ts';
import type { ClaimedJob } from '../queue/claim-job.ts';
import { HAS_LEASE, type LeaseKey } from './leases.ts';

/** An attempt that is about to end. */
interface EndingAttempt {
  /** `stages` are what the worker did. */
  end(outcome: string, stages: readonly Stage[] | undefined): void;
}

/** Undefined for a job that is not traced, and when the lease was lost. */
export type TraceAttempt = (lease: LeaseKey) => Promise<EndingAttempt | undefined>;

interface TracedAttempt {
  readonly traceparent: string;
  readonly startedAt: Date;
  readonly worker: string;
  readonly operation: RenderOperation;
  readonly model: string;
  readonly width: number;
  readonly height: number;
}

const FAULTS = ['retry', 'fail', 'blocked'];

/**
 * The spans of an attempt are made when it ends, by the server that ends it: the stages have the worker's report of
 * how long ago they were, so the worker's clock does not matter and it needs no collector.
 */
export function createTraceAttempt(database: Queryable, startSpan: StartSpan): TraceAttempt {
  return async (lease) => {
    const [job] = await database.query<TracedAttempt>(
      `select traceparent, started_at as "startedAt", worker, operation, model, width, height
       from current_jobs where ${HAS_LEASE} and traceparent is not null`,
      [lease.jobId, lease.attempt],
    );
    if (job === undefined) return undefined;
    const receivedAt = new Date();
    return {
      end(outcome, stages = []) {
        const { traceparent: parent, startedAt, worker } = job;
        const attributes = {
          ...attributesOf({ ...job, id: lease.jobId }),
          'kinora.attempt': lease.attempt,
          'kinora.worker': worker,
          'kinora.outcome': outcome,
        };
        const attempt = startSpan('attempt', { parent, startedAt, attributes });
        for (const { name, ms, ended_ms_ago: ago } of stages) {
          const endedAt = new Date(receivedAt.getTime() - ago);
          const began = new Date(endedAt.getTime() - ms);
          startSpan(name, { parent: attempt.traceparent, startedAt: began }).end(endedAt);
        }
        if (outcome === 'completed')
          startSpan('complete', { parent: attempt.traceparent, startedAt: receivedAt }).end();
        if (FAULTS.includes(outcome)) attempt.fail(outcome);
        attempt.end();
      },
    };
  };
}

/** Ends an attempt, and traces it if it has ended. */
export async function traced<Outcome extends string>(
  traceAttempt: TraceAttempt | undefined,
  lease: LeaseKey,
  stages: readonly Stage[] | undefined,
  end: () => Promise<Result<Outcome, Problem>>,
): Promise<Result<Outcome, Problem>> {
  const trace = await traceAttempt?.(lease);
  const ended = await end();
  if (ended.ok) trace?.end(ended.value, stages);
  return ended;
}

/** Traces the wait of a job that was claimed for the first time. */
export function traceWait(startSpan: StartSpan | undefined, job: ClaimedJob): void {
  const { traceparent, attempt, createdAt } = job;
  if (startSpan === undefined || traceparent === null || attempt > 1) return;
  startSpan('queue', { parent: traceparent, startedAt: createdAt, attributes: attributesOf(job) }).end();
}

function attributesOf({
  id,
  operation,
  model,
  width,
  height,
}: Pick<ClaimedJob, 'id' | 'operation' | 'model' | 'width' | 'height'>): SpanAttributes {
  const size = { 'kinora.width': width, 'kinora.height': height };
  return { 'kinora.job_id': id, 'kinora.operation': operation, 'kinora.model': model, ...size };
}
