import {
  type CompleteRequest,
  defaultModels,
  type Lease,
  type LeaseRequest,
  poolOfOperation,
  type RendererTime,
  type RendererTimeRequest,
  type RenderOperation,
  rendererActivities,
  renderOperations,
  type WorkerCapability,
} from '@kinora/contract';
import type { LeaseClient } from '@kinora/worker/lease-client';
import { completion } from './completion.ts';
import { sampleArtifact } from './sample-artifact.ts';

/** A test acting as a worker, over the real protocol. */

/** Capabilities of a worker; without arguments all operations, models of the contract and sizes. */
export function workerCapabilities({
  operations = renderOperations,
  models = defaultModels.video,
  longestSide = 16_384,
}: {
  readonly operations?: readonly RenderOperation[];
  readonly models?: readonly string[];
  readonly longestSide?: number;
} = {}): WorkerCapability[] {
  return operations.flatMap((operation) =>
    (poolOfOperation[operation] === 'image' ? [defaultModels.image] : models).map((model) => ({
      operation,
      model,
      longest_side: longestSide,
    })),
  );
}

export function leaseRequest(overrides: Partial<LeaseRequest> = {}): LeaseRequest {
  return {
    worker: 'test-worker',
    pools: ['image', 'video'],
    capabilities: {
      engine: 'test',
      engine_version: '1',
      operations: workerCapabilities(),
      zero_retention: true,
    },
    gpu: 'none',
    vram_free_gb: 0,
    queue_size: 0,
    wait_ms: 0,
    ...overrides,
  };
}

/** A report of what the renderers of a worker did since a start of it. */
export function rendererReport(
  worker: string,
  ms: Partial<RendererTime>,
  run = '00000000-0000-4000-8000-000000000001',
): RendererTimeRequest {
  const none = Object.fromEntries(rendererActivities.map((activity) => [activity, 0])) as RendererTime;
  return { worker, run, ms: { ...none, ...ms } };
}

/** Leases the next job; throws when there is none in time. */
export async function takeLease(worker: LeaseClient, overrides: Partial<LeaseRequest> = {}): Promise<Lease> {
  const request = leaseRequest({ wait_ms: 20_000, ...overrides });
  const lease = await worker.lease(request, AbortSignal.timeout(30_000));
  if (lease === undefined) throw new Error('there is no job to lease');
  return lease;
}

/** Delivers a file as ordered, or `bytes`, as the result of a leased job; returns what was delivered. */
export async function deliver(
  worker: LeaseClient,
  lease: Lease,
  bytes?: Uint8Array,
  stages?: CompleteRequest['stages'],
  costCents?: CompleteRequest['cost_cents'],
): Promise<Buffer> {
  const delivered = Buffer.from(bytes ?? (await sampleArtifact(lease.task)));
  const report = completion(lease, delivered) as CompleteRequest;
  await worker.upload(lease, report.artifact, delivered);
  await worker.complete(lease, { ...report, stages, cost_cents: costCents });
  return delivered;
}
