import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lease } from '@kinora/contract';
import {
  type Engine,
  type RenderedFile,
  RendererUnavailable,
  RenderFault,
  RenderRefused,
} from '@kinora/engine/engine';
import { encoded } from '@kinora/testing/encoded';
import { verifies } from '@kinora/testing/requirements';
import type { Costs } from '../src/costs.ts';
import type { LeaseClient } from '../src/lease-client.ts';
import { runWorker } from '../src/run-worker.ts';
import { IMAGE_ENGINE } from './image-engine.ts';

/** A test per end of an attempt: what the worker reports of its cost with the call that ends it. */

const image: RenderedFile = { bytes: new Uint8Array(), mime: 'image/png', width: 64, height: 64 };
const IMAGE = { operation: 'image', model: 'image', frames: null, frames_per_second: null };
const VIDEO = { operation: 'video', model: 'fast', frames: 121, frames_per_second: 24 };
const costs: Costs = new Map([
  ['image', 0.5],
  ['fast', 2],
]);

interface Scene {
  readonly task?: object;
  readonly costs?: Costs;
  /** What an earlier attempt has ordered. */
  readonly orderedBefore?: string;
  /** Which order of the job it is. */
  readonly number?: number;
  readonly finish?: () => Promise<never>;
}

/** Runs one attempt, and returns the call that ended it with the cost it reported. */
async function endOf(render: Engine['render'], scene: Scene = {}): Promise<readonly [string, unknown]> {
  const stop = new AbortController();
  const ended = Promise.withResolvers<readonly [string, unknown]>();
  const end =
    (call: string) =>
    async (_lease: Lease, report: { cost_cents?: number; retryable?: boolean } = {}): Promise<never> => {
      ended.resolve([report.retryable === true ? `${call}, to be tried again` : call, report.cost_cents]);
      return undefined as never;
    };
  const task = { ...IMAGE, init_image_path: null, ...scene.task };
  const lease = { job_id: 'j', attempt: 1, relay_url: null, provenance: null, task } as unknown as Lease;
  let leases = 0;
  const client = {
    lease: (_request: unknown, signal: AbortSignal) => {
      if (leases++ === 0) return Promise.resolve(lease);
      if (signal.aborted) return Promise.reject(signal.reason);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
    heartbeat: async () => 'extended',
    order: async () => ({ key: 'k', id: scene.orderedBefore ?? null, number: scene.number ?? 1 }),
    keepOrder: async () => {},
    upload: async () => {},
    complete: end('complete'),
    fail: end('fail'),
    block: end('block'),
    release: end('release'),
    trouble: async () => {},
    rendererTime: async () => {},
    stopped: async () => {},
  } as unknown as LeaseClient;
  const engine: Engine = {
    ...IMAGE_ENGINE,
    render,
  };
  const working = runWorker({
    name: 'w',
    pools: ['image'],
    gpu: 'none',
    costs: scene.costs ?? costs,
    engine,
    finish: scene.finish ?? encoded,
    client,
    log: () => {},
    stop: stop.signal,
  });
  const found = await ended.promise;
  stop.abort();
  await working;
  return found;
}

const ordering =
  (then: () => Promise<RenderedFile>): Engine['render'] =>
  async (_task, { orders }) => {
    const order = await orders?.open('vendor.example');
    if (order?.id === undefined) await orders?.keep('video_1');
    return then();
  };

test('a result costs what the settings say of an image, or of the seconds of a video that are sold', async () => {
  verifies('DEC-MARGIN-01');
  const rendered = async () => image;
  assert.deepEqual(await endOf(rendered), ['complete', 0.5]);
  assert.deepEqual(await endOf(rendered, { task: VIDEO }), ['complete', 10]);
  assert.deepEqual(await endOf(rendered, { task: { ...IMAGE, model: 'other' } }), ['complete', undefined]);
  assert.deepEqual(await endOf(rendered, { costs: new Map() }), ['complete', undefined]);
});

test('what the renderer says that it bills goes before the settings, also if that is nothing', async () => {
  verifies('DEC-MARGIN-01');
  assert.deepEqual(await endOf(async () => ({ ...image, costCents: 3.25 })), ['complete', 3.25]);
  const free = ordering(async () => ({ ...image, costCents: 0 }));
  assert.deepEqual(await endOf(free), ['complete', 0]);
  const said = async () => ({ ...image, costCents: 4 });
  assert.deepEqual(await endOf(said, { costs: new Map() }), ['complete', 4]);
});

test('what was rendered and cannot be delivered has its cost', async () => {
  verifies('DEC-MARGIN-01');
  const rendered = async () => image;
  const refused = () => Promise.reject(new RenderRefused('gore', 'It shows gore.'));
  assert.deepEqual(await endOf(rendered, { finish: refused }), ['block', 0.5]);
  const empty = () => Promise.reject(new RenderFault('it shows nothing'));
  assert.deepEqual(await endOf(rendered, { finish: empty }), ['fail, to be tried again', 0.5]);
});

test('an order that a renderer took has its cost whatever became of it, also one of an earlier attempt', async () => {
  verifies('DEC-MARGIN-01');
  const lost = ordering(() => Promise.reject(new RenderFault('it is late', { isUnsettled: true })));
  assert.deepEqual(await endOf(lost), ['fail, to be tried again', 0.5]);
  assert.deepEqual(await endOf(lost, { orderedBefore: 'video_0' }), ['fail, to be tried again', 0.5]);
  const refused = ordering(() => Promise.reject(new RenderRefused('gore', 'It would show gore.')));
  assert.deepEqual(await endOf(refused), ['block', 0.5]);
});

test('what was neither rendered nor ordered costs nothing', async () => {
  verifies('DEC-MARGIN-01');
  const fails = () => Promise.reject(new RenderFault('the server returned 500'));
  assert.deepEqual(await endOf(fails), ['fail, to be tried again', undefined]);
  const announced: Engine['render'] = async (_task, { orders }) => {
    await orders?.open('vendor.example');
    throw new RenderRefused('gore', 'It would show gore.');
  };
  assert.deepEqual(await endOf(announced), ['block', undefined]);
  const sentence = 'it renders nothing now';
  const released = () => Promise.reject(new RendererUnavailable({ kind: 'unavailable', sentence }));
  assert.deepEqual(await endOf(released), ['release', undefined]);
});

test('what a renderer that bills has made twice and cannot be used is not ordered again', async () => {
  verifies('DEC-MARGIN-01', 'DEC-REMOTE-21');
  const made = (fault: RenderFault): Engine['render'] => {
    const render = ordering(() => Promise.reject(fault));
    return (task, observer) => {
      observer.onRendered?.();
      return render(task, observer);
    };
  };
  const wrongSize = made(new RenderFault('it is 64x64 instead of 1024x1024'));
  assert.deepEqual(await endOf(wrongSize), ['fail, to be tried again', 0.5]);
  assert.deepEqual(await endOf(wrongSize, { number: 2 }), ['fail', 0.5]);
  const unfetched = made(new RenderFault('its file is not there', { isUnsettled: true }));
  assert.deepEqual(await endOf(unfetched, { number: 2 }), ['fail, to be tried again', 0.5]);
  const failed = ordering(() => Promise.reject(new RenderFault('the vendor says that it failed')));
  assert.deepEqual(await endOf(failed, { number: 2 }), ['fail, to be tried again', 0.5]);
});
