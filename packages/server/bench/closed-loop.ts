import { quantile } from './spread.ts';

/** A closed loop: every connection sends its next request after the response to the last one. */
export interface Effort {
  readonly connections: number;
  readonly ms: number;
}

export interface Measured {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly failures: number;
  readonly firstFailure: string | undefined;
}

/** Calls `request` for `ms` on each connection; it resolves with the failure, if there was one. */
export async function runClosedLoop(
  { connections, ms }: Effort,
  request: (connection: number) => Promise<string | undefined>,
): Promise<Measured> {
  const latencies: number[] = [];
  const failures: string[] = [];
  const deadline = performance.now() + ms;
  const loop = async (connection: number): Promise<void> => {
    for (let startedAt = performance.now(); startedAt < deadline; ) {
      const failure = await request(connection);
      const endedAt = performance.now();
      if (failure !== undefined) failures.push(failure);
      else if (endedAt <= deadline) latencies.push(endedAt - startedAt);
      startedAt = endedAt;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => loop(connection)));
  return {
    perSecond: latencies.length / (ms / 1000),
    medianMs: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    failures: failures.length,
    firstFailure: failures[0],
  };
}
