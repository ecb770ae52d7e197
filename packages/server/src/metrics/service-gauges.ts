import { poolNames } from '@kinora/contract';
import { Gauge, type Registry } from 'prom-client';
import { keepFresh } from '../kernel/keep-fresh.ts';
import type { ServiceState } from './read-service-state.ts';
import { createRendererSeries } from './renderer-series.ts';

/** Several scrapers, and several servers that are scraped at once, share a reading of the same process. */
const FRESH_MS = 5000;

/**
 * The gauges of the whole service. They are read when metrics are asked for, and not more often than every five
 * seconds.
 */
export function createServiceGauges(
  registry: Registry,
  read: () => Promise<ServiceState>,
): { refresh(): Promise<void> } {
  const gauge = gaugesOf(registry);
  const readable = gauge('readable', 'Whether the database could be read: 1 or 0.');
  const queued = gauge('queued_jobs', 'Queued jobs by pool.', 'pool');
  const byTier = gauge(
    'line_jobs',
    'Of the first 10,000 queued jobs of a pool, those of a tier.',
    'pool',
    'tier',
  );
  const oldest = gauge('oldest_queued_seconds', 'Age of the oldest of these jobs.', 'pool', 'tier');
  const running = gauge('leased_jobs', 'Jobs that a worker has a lease for.', 'pool');
  const wait = gauge(
    'expected_seconds',
    'Expected seconds to the end of an image or a video of the default model, size and length that is ordered now.',
    'pool',
  );
  const workers = gauge(
    'workers',
    'Workers by pool: healthy, troubled (they report why they take no jobs), or silent for a minute and more.',
    'pool',
    'state',
  );
  const waiting = gauge(
    'waiting_orders',
    'Orders of the studio that are no jobs yet: waiting for their turn, or paused.',
    'state',
  );
  const tasks = gauge('tasks', 'Background tasks: due, retrying, or failed permanently.', 'state');
  const audit = auditGauges(gauge);
  const models = modelGauge(gauge);
  const money = moneyGauges(gauge);
  const renderers = createRendererSeries(registry);
  const all = [queued, byTier, oldest, running, models, wait, workers, renderers, money, waiting, tasks];

  function show(state: ServiceState): void {
    for (const pool of poolNames) {
      queued.set({ pool }, state.queued[pool]);
      wait.set({ pool }, state.expectedWait[pool]);
      running.set({ pool }, state.running.find((row) => row.pool === pool)?.jobs ?? 0);
      for (const [name, count] of Object.entries(state.workers[pool]))
        workers.set({ pool, state: name }, count);
    }
    for (const { pool, tier, jobs, oldestSeconds } of state.line) {
      byTier.set({ pool, tier }, jobs);
      oldest.set({ pool, tier }, oldestSeconds);
    }
    models.show(state.models);
    money.show(state);
    audit.show(state.audit);
    renderers.show(state.renderers);
    for (const name of ['waiting', 'paused'] as const)
      waiting.set({ state: name }, state.waitingOrders[name]);
    for (const name of ['due', 'retrying', 'failed'] as const) tasks.set({ state: name }, state.tasks[name]);
  }

  async function update(): Promise<void> {
    try {
      show(await read());
      readable.set(1);
    } catch {
      // What this process measures matters most while the database is unreachable. Old values would look like new ones.
      for (const each of all) each.reset();
      audit.remove();
      readable.set(0);
    }
  }

  return { refresh: keepFresh(update, FRESH_MS) };
}

function gaugesOf(registry: Registry) {
  return <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({
      name: `kinora_service_${name}`,
      help: `${help} Of the whole service.`,
      labelNames,
      registers: [registry],
    });
}

function modelGauge(gauge: ReturnType<typeof gaugesOf>) {
  const jobs = gauge(
    'model_jobs',
    'Jobs of each model: queued, up to 1,000 of an operation and step of size, or leased.',
    'model',
    'state',
  );
  return {
    reset: () => jobs.reset(),
    show(models: ServiceState['models']) {
      // A model that is sold no more has no series.
      jobs.reset();
      for (const { model, queued, leased } of models) {
        jobs.set({ model, state: 'queued' }, queued);
        jobs.set({ model, state: 'leased' }, leased);
      }
    },
  };
}

function moneyGauges(gauge: ReturnType<typeof gaugesOf>) {
  const money = gauge(
    'money_today_cents',
    'Cents of this UTC day: top_up, auto_recharge, plan, invoice, and refund paid back.',
    'flow',
  );
  const unpaid = gauge('unpaid_invoices', 'Invoices that are not paid, by who collects them.', 'collection');
  const unpaidCents = gauge('unpaid_invoice_cents', 'Their sum in cents.', 'collection');
  return {
    reset() {
      for (const each of [money, unpaid, unpaidCents]) each.reset();
    },
    show(state: ServiceState) {
      for (const { flow, cents } of state.money) money.set({ flow }, cents);
      for (const { collection, invoices, cents } of state.unpaid) {
        unpaid.set({ collection }, invoices);
        unpaidCents.set({ collection }, cents);
      }
    },
  };
}

function auditGauges(gauge: (name: string, help: string) => Gauge) {
  const violated = gauge('violated_rules', 'Invariants that the latest audit of the ledger found violated.');
  const auditedAt = gauge('audited_timestamp_seconds', 'When the ledger was last audited.');
  // Before the first audit the number is unknown, since 0 would look like an audit that found nothing; but it is there,
  // so that an alert on its absence means that nobody can read it.
  const show = (audit: ServiceState['audit']) => {
    violated.set(audit?.violatedRules ?? Number.NaN);
    auditedAt.set(audit?.atSeconds ?? 0);
  };
  const remove = () => {
    violated.remove();
    auditedAt.remove();
  };
  remove();
  return { show, remove };
}
