import type { Stage } from '@kinora/contract';
import type { LeaseClient } from './lease-client.ts';

/** How long the stages of an attempt took. */
export interface StageTimes {
  begin(name: Stage['name']): void;
  /** Ends a stage that began; the first end counts. */
  end(name: Stage['name']): void;
  time<Value>(name: Stage['name'], work: () => Promise<Value>): Promise<Value>;
  /** Measures uploads, and reports every stage with the call that ends the attempt. */
  readonly client: LeaseClient;
}

export function createStageTimes(client: LeaseClient): StageTimes {
  const begun = new Map<Stage['name'], number>();
  const ended = new Map<Stage['name'], number>();
  const report = (): { readonly stages: Stage[] } => {
    const now = performance.now();
    return {
      stages: [...ended].map(([name, to]) => ({
        name,
        ms: to - (begun.get(name) ?? to),
        ended_ms_ago: now - to,
      })),
    };
  };
  // A stage that is repeated, such as an upload to an unreachable store, is one from its first begin to its last end.
  const begin = (name: Stage['name']) => void (begun.has(name) || begun.set(name, performance.now()));
  const time: StageTimes['time'] = async (name, work) => {
    begin(name);
    try {
      return await work();
    } finally {
      ended.set(name, performance.now());
    }
  };
  return {
    begin,
    end: (name) => void (!begun.has(name) || ended.has(name) || ended.set(name, performance.now())),
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
