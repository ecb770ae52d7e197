import { encoded } from '@kinora/testing/encoded';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { runWorker, type WorkerOptions } from '@kinora/worker/run-worker';
import { echoEngine } from '../test/support/echo-engine.ts';
import type { Account, Service } from './service.ts';

/** Orders an image, whatever renders it. */
export async function placeImage({ url }: Service, { headers }: Account): Promise<void> {
  const response = await fetch(`${url}/v1/images/generate`, {
    method: 'POST',
    body: JSON.stringify({ prompt: 'a fox' }),
    headers: { ...headers, 'content-type': 'application/json' },
  });
  if (response.status !== 200)
    throw new Error(`an order returned ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

interface ImageWorker extends Pick<WorkerOptions, 'name' | 'costs' | 'stop'> {
  /** An image is rendered once it resolves. */
  readonly render: () => Promise<unknown>;
}

/** A real worker for images over HTTP; resolves when it has stopped. */
export function startWorker(
  { url, workerToken }: Service,
  { render, ...worker }: ImageWorker,
): Promise<void> {
  return runWorker({
    ...worker,
    pools: ['image'],
    gpu: 'none',
    engine: echoEngine(render),
    finish: encoded,
    client: createLeaseClient(url, workerToken),
    log: () => {},
  });
}
