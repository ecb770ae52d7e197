import { type RendererActivity, rendererActivities } from '@kinora/contract';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { RendererState } from './read-renderers.ts';

/** A state of a renderer with the reason for it, if it waits for the service. */
const LABELS = Object.fromEntries(
  rendererActivities.map((activity) => [
    activity,
    ['rendering', 'loading', 'waiting_for_jobs'].includes(activity)
      ? { state: activity, reason: '' }
      : { state: 'waiting_for_service', reason: activity },
  ]),
) as Readonly<Record<RendererActivity, { readonly state: string; readonly reason: string }>>;

/** The series of the workers that /health describes. They are of the whole service. */
export function createRendererSeries(registry: Registry) {
  const registers = [registry];
  const seconds = new Counter({
    name: 'kinora_worker_renderer_seconds_total',
    help: 'Time of the slots of a worker by what its renderer did, and why it waited for the service. Of the whole service.',
    labelNames: ['worker', 'token', 'state', 'reason'],
    registers,
  });
  const queued = new Gauge({
    name: 'kinora_worker_queued_jobs',
    help: 'Of the first 10,000 queued jobs of a pool, those that the worker can render. Of the whole service.',
    labelNames: ['worker', 'token'],
    registers,
  });

  function reset(): void {
    seconds.reset();
    queued.reset();
  }

  return {
    reset,
    show(renderers: readonly RendererState[]) {
      reset();
      for (const { worker, token, counted, queuedJobs } of renderers) {
        queued.set({ worker, token }, queuedJobs);
        for (const activity of rendererActivities) {
          seconds.inc({ worker, token, ...LABELS[activity] }, counted[activity] / 1000);
        }
      }
    },
  };
}
