import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { type Pool, renderOperations } from '@kinora/contract';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AcceptedBatch } from '../admit/accept/accept-jobs.ts';
import type { Database } from '../db/database.ts';
import type { PushOutcome } from '../push/send-push.ts';
import type { JobEnd } from '../settle/settle-job.ts';
import type { ServiceState } from './read-service-state.ts';
import { createServiceGauges } from './service-gauges.ts';

/** What this process counts and measures, for Prometheus. */
export interface Metrics {
  observeRequest(route: string, method: string, status: number, seconds: number): void;
  observeBatch(batch: AcceptedBatch): void;
  observeEnd(end: JobEnd): void;
  observePush(outcome: PushOutcome, count: number): void;
  /** Everything in the text format; `read` is of the whole service, and cached. */
  scrape(): Promise<string>;
  readonly contentType: string;
}

interface Measured {
  readonly pool: Database['pool'];
  readonly areTasksStalled: () => boolean;
  readonly readService: () => Promise<ServiceState>;
}

/** Most calls take milliseconds. Those that wait, for a job or its events, take up to half a minute and more. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const BATCH_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const BATCH_JOBS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const END_STATES = ['completed', 'failed', 'blocked', 'cancelled'] as const satisfies JobEnd['state'][];
const JOB_SECONDS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600];

/**
 * The metrics whose names begin with `kinora_service_` are of the whole service, and every process has the same; all
 * others are of this process, to be summed.
 */
export function createMetrics({ pool, areTasksStalled, readService }: Measured): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  countEventLoop(registry);
  const requests = new Histogram({
    name: 'kinora_http_request_duration_seconds',
    help: 'HTTP requests by route template, method and status, until the response was sent. Of this process.',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const observeRequest = observeRequests(requests);
  const orders = measureOrders(registry);
  new Gauge({
    name: 'kinora_database_connections',
    help: 'Connections of the pool to PostgreSQL, and requests that wait for one. Of this process.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'total' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Gauge({
    name: 'kinora_tasks_stalled',
    help: 'Whether background tasks (emails, webhooks, recharges) cannot run here: 1 or 0. Of this process.',
    registers,
    collect() {
      this.set(areTasksStalled() ? 1 : 0);
    },
  });
  const pushes = new Counter({
    name: 'kinora_push_messages_total',
    help: 'Messages to browsers by outcome: sent, ended (the browser has unsubscribed) or dropped. Of this process.',
    labelNames: ['outcome'] as const,
    registers,
  });
  for (const outcome of ['sent', 'ended', 'dropped'] satisfies PushOutcome[]) pushes.inc({ outcome }, 0);
  const service = createServiceGauges(registry, readService);
  return {
    observeRequest,
    ...orders,
    observePush: (outcome, count) => pushes.inc({ outcome }, count),
    async scrape() {
      await service.refresh();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/**
 * A series that begins above 0 hides its first events from `rate` and `increase`. So that of the failures of a route
 * begins with the route's first request.
 */
function observeRequests(requests: Histogram<'route' | 'method' | 'status'>): Metrics['observeRequest'] {
  const seen = new Set<string>();
  const beginFailures = (route: string, method: string) => {
    const key = `${method} ${route}`;
    if (seen.has(key)) return;
    seen.add(key);
    requests.zero({ route, method, status: 500 });
  };
  beginFailures('none', 'GET');
  return (route, method, status, seconds) => {
    beginFailures(route, method);
    requests.observe({ route, method, status }, seconds);
  };
}

/** Acceptances, ends of jobs and their money. */
function measureOrders(registry: Registry): Pick<Metrics, 'observeBatch' | 'observeEnd'> {
  const registers = [registry];
  const batchJobs = new Histogram({
    name: 'kinora_acceptance_batch_requests',
    help: 'Requests that one transaction of acceptance decided. Of this process.',
    buckets: BATCH_JOBS,
    registers,
  });
  const batchSeconds = new Histogram({
    name: 'kinora_acceptance_batch_seconds',
    help: 'The time of one transaction of acceptance, with its waits for locks and its commit. Of this process.',
    buckets: BATCH_SECONDS,
    registers,
  });
  const accepted = new Counter({
    name: 'kinora_jobs_accepted_total',
    help: 'Jobs that were accepted, by pool. Of this process.',
    labelNames: ['pool'] as const,
    registers,
  });
  const ended = new Counter({
    name: 'kinora_jobs_ended_total',
    help: 'Jobs that ended, by state (completed, failed, blocked, cancelled) and operation. Of this process.',
    labelNames: ['state', 'operation'] as const,
    registers,
  });
  const jobSeconds = new Histogram({
    name: 'kinora_job_duration_seconds',
    help: 'Seconds from the acceptance of a job to its completion, by operation. Of this process.',
    labelNames: ['operation'] as const,
    buckets: JOB_SECONDS,
    registers,
  });
  const money = new Counter({
    name: 'kinora_job_money_cents_total',
    help: 'Prices of jobs in cents: held at acceptance, captured (revenue) or released at the end. Of this process.',
    labelNames: ['flow'] as const,
    registers,
  });
  const byModel = (name: string, help: string) =>
    new Counter({ name, help: `${help} Of this process.`, labelNames: ['model'] as const, registers });
  const revenue = byModel(
    'kinora_model_revenue_cents_total',
    'Prices of delivered jobs in cents, by model; 0 for what a plan includes.',
  );
  const cost = byModel(
    'kinora_model_cost_cents_total',
    'What jobs cost the operator in cents, as far as it is known, by model; also without a result.',
  );
  for (const flow of ['held', 'captured', 'released'] as const) money.inc({ flow }, 0);
  for (const pool of ['image', 'video'] satisfies Pool[]) accepted.inc({ pool }, 0);
  for (const operation of renderOperations) {
    for (const state of END_STATES) ended.inc({ state, operation }, 0);
    jobSeconds.zero({ operation });
  }
  return {
    observeBatch({ requests, seconds, jobs, heldCents }) {
      batchJobs.observe(requests);
      batchSeconds.observe(seconds);
      accepted.inc({ pool: 'image' }, jobs.image);
      accepted.inc({ pool: 'video' }, jobs.video);
      money.inc({ flow: 'held' }, heldCents);
    },
    observeEnd({ state, operation, model, seconds, cents, costCents }) {
      ended.inc({ state, operation });
      if (state === 'completed') jobSeconds.observe({ operation }, seconds);
      revenue.inc({ model }, state === 'completed' ? cents : 0);
      cost.inc({ model }, costCents ?? 0);
      money.inc({ flow: state === 'completed' ? 'captured' : 'released' }, cents);
    },
  };
}

/** How busy the event loop is, as a counter, so that two scrapers do not disturb each other. */
function countEventLoop(registry: Registry): void {
  let last: EventLoopUtilization = { active: 0, idle: 0, utilization: 0 };
  new Counter({
    name: 'kinora_event_loop_seconds_total',
    help: 'Time that the event loop was active or idle; active divided by both is its utilisation. Of this process.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization();
      this.inc({ state: 'active' }, Math.max(0, now.active - last.active) / 1000);
      this.inc({ state: 'idle' }, Math.max(0, now.idle - last.idle) / 1000);
      last = now;
    },
  });
}
