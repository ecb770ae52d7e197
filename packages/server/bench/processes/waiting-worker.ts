import { leaseWaitMaxMs } from '@kinora/contract';
import { createLeaseClient, type LeaseClient } from '@kinora/worker/lease-client';
import { answerParent } from '../child.ts';
import { machineMs } from '../machine-clock.ts';

/** A worker that waits for a job over the real protocol, records when it got it, and reports it as failed. */

export interface Wait {
  readonly url: string;
  readonly workerToken: string;
}

export interface Leased {
  readonly jobId: string;
  readonly atMs: number;
}

const REQUEST = {
  worker: 'bench-worker',
  pools: ['image' as const],
  capabilities: {
    engine: 'bench',
    engine_version: '1',
    operations: [{ operation: 'image' as const, model: 'image', longest_side: 2048 }],
    zero_retention: true,
  },
  gpu: 'none',
  vram_free_gb: 0,
  queue_size: 0,
  wait_ms: leaseWaitMaxMs,
};

let client: LeaseClient | undefined;

answerParent(async ({ url, workerToken }: Wait): Promise<Leased> => {
  client ??= createLeaseClient(url, workerToken);
  const lease = await client.lease(REQUEST, new AbortController().signal);
  const atMs = machineMs();
  if (lease === undefined) throw new Error('no job was leased');
  // A job that is left running would be queued again when its lease expires.
  await client.fail(lease, { reason: 'the benchmark renders nothing', retryable: false });
  return { jobId: lease.job_id, atMs };
});
