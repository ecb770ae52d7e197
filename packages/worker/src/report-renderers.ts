import { randomUUID } from 'node:crypto';
import type { LeaseClient } from './lease-client.ts';
import type { RendererClock } from './renderer-clock.ts';

const REPORT_MS = 10_000;

/** Reports what the renderers of a worker did, every ten seconds and at the end. */
export function reportRenderers(
  clock: RendererClock,
  { client, name: worker }: { readonly client: LeaseClient; readonly name: string },
): { end(): Promise<void> } {
  const run = randomUUID();
  const report = async () => {
    try {
      await client.rendererTime({ worker, run, ms: clock.totals() });
    } catch {
      // The next report has what is lost with this one.
    }
  };
  const timer = setInterval(report, REPORT_MS);
  return {
    end() {
      clearInterval(timer);
      return report();
    },
  };
}
