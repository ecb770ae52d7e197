import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { Counter, type Registry } from 'prom-client';

/** How busy the event loop is, as a counter, so that two scrapers do not disturb each other. */
export function countEventLoop(registry: Registry): void {
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
