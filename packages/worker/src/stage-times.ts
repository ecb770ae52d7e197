import type { Lease, Stage } from '@kinora/contract';
import type { LeaseClient } from './lease-client.ts';

/** How long the stages of an attempt took, for the trace of its job. */
export interface StageTimes {
  time<Value>(name: Stage['name'], work: () => Promise<Value>): Promise<Value>;
  /** Measures uploads, and reports every stage with the call that ends the attempt. */
  readonly client: LeaseClient;
}

/** The same calls as those of `client`, unless the server traces the job. */
export function createStageTimes(lease: Lease, client: LeaseClient): StageTimes {
  if (lease.traceparent === undefined) return { time: (_name, work) => work(), client };
  // A stage that is repeated, such as an upload to an unreachable store, is one from its first begin to its last end.
  const ended = new Map<Stage['name'], { readonly from: number; readonly to: number }>();
  const report = (): { readonly stages: Stage[] } => {
    const now = performance.now();
    return {
      stages: [...ended].map(([name, { from, to }]) => ({ name, ms: to - from, ended_ms_ago: now - to })),
    };
  };
  const time: StageTimes['time'] = async (name, work) => {
    const from = performance.now();
    try {
      return await work();
    } finally {
      ended.set(name, { from: ended.get(name)?.from ?? from, to: performance.now() });
    }
  };
  return {
    time,
    client: {
      ...client,
      upload: (...args) => time('upload', () => client.upload(...args)),
      complete: (of, result, patience) => client.complete(of, { ...result, ...report() }, patience),
      fail: (of, reason) => client.fail(of, { ...reason, ...report() }),
      block: (of, reason) => client.block(of, { ...reason, ...report() }),
    },
  };
}
