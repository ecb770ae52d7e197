import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { encoded } from '@kinora/testing/encoded';
import {
  animateTask,
  editTask,
  imageTask,
  PROMPT,
  videoTask,
  watch,
} from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';
import { readProfile } from '../../src/openai/profile.ts';
import { assertSent, type End, type Operation, type StandIn, startVendor, type Vendor } from './vendor.ts';
import { attempt, keepOrders } from './vendor-shapes.ts';

const folder = new URL('vendors/', import.meta.url);
const vendors = await Promise.all(
  readdirSync(folder).map(async (file) => {
    const { vendor } = (await import(new URL(file, folder).href)) as { readonly vendor: Vendor };
    return { name: file.replace(/\.ts$/, ''), vendor };
  }),
);

const tasks = { image: imageTask, i2i: await editTask(), video: videoTask, i2v: await animateTask() };
const ATTEMPTS = 3;
/** What is not ready after this time is given up. */
const SHORT = { video: 1_000, image: 1_000 };
const END = { done: 'delivered', failed: 'failed', refused: 'blocked', vanished: 'failed', slow: 'failed' };

/** Renders until the job was asked for once, and then aborts for this reason. */
async function abortWhenAsked(standIn: StandIn, operation: Operation, reason: Error, orders = keepOrders()) {
  const worker = new AbortController();
  const observer = {
    signal: worker.signal,
    orders: orders.orders,
    onProgress: () => void (standIn.polls() > 0 && worker.abort(reason)),
  };
  const engine = await standIn.createEngine();
  await assert.rejects(engine.render(tasks[operation], observer), reason);
}

function testVendor({ name, vendor }: (typeof vendors)[number]) {
  const served = (['image', 'i2i', 'video', 'i2v'] as const).filter((one) => vendor.services[one]);
  // One of images and one of videos show what becomes of both.
  const shown = [served.find((one) => /^im|^i2i/.test(one)), served.find((one) => /^vi|^i2v/.test(one))];
  const operations = shown.filter((one) => one !== undefined);

  describe(`the vendor ${name}`, { concurrency: 4 }, () => {
    for (const operation of served) {
      test(`gets what it needs for ${operation}, and its result is delivered`, async (t) => {
        verifies('DEC-OPENAI-18', 'DEC-OPENAI-19');
        const service = vendor.services[operation];
        const standIn = await startVendor(t, vendor, { operation, end: 'done' });
        const engine = await standIn.createEngine();
        const media = await encoded(await engine.render(tasks[operation], watch().observer));
        await media.discard?.();
        const { calls, orders, has } = standIn;
        assert.equal(media.costCents, service?.costCents);
        assert.equal(orders().length, 1);
        const { body, headers } = orders()[0] ?? {};
        assert.ok(JSON.stringify(body).includes(JSON.stringify(PROMPT).slice(1, -1)));
        assertSent(body, service?.sends ?? {});
        assertSent(headers, service?.headers ?? {});
        const keys = new Set(calls.map(({ authorization }) => authorization));
        assert.deepEqual([...keys], [vendor.authorization ?? 'Bearer sk-hidden-1']);
        assert.equal(has(service?.delete), service?.delete !== undefined);
      });
    }

    for (const operation of operations) {
      const service = vendor.services[operation];
      const ends: readonly End[] = ['failed', 'refused', 'vanished'];
      for (const end of ends) {
        if (end === 'vanished' && service?.polled === undefined) continue;
        if (end === 'refused' && vendor.hasNoFilter === true) continue;
        test(`is asked once for a ${operation} that is ${end}, or once for each attempt`, async (t) => {
          verifies('DEC-OPENAI-18');
          const standIn = await startVendor(t, vendor, { operation, end });
          const timeouts = end === 'vanished' && service?.polled?.gone ? SHORT : {};
          const result = await attempt(await standIn.createEngine({ timeouts }), tasks[operation]);
          const bills = service?.orders?.[end] ?? (end === 'refused' ? 1 : ATTEMPTS);
          const expected = end === 'refused' && service?.withholds ? 'failed' : END[end];
          assert.deepEqual([result.ends, standIn.orders().length], [expected, bills], result.says);
          assert.doesNotMatch(result.says, /sk-hidden|lighthouse/);
        });
      }

      test(`may lose a response to an order for ${operation}, which is sent again with its key`, async (t) => {
        verifies('DEC-OPENAI-18', 'DEC-REMOTE-04');
        const standIn = await startVendor(t, vendor, { operation, end: 'done', losesResponse: true });
        const result = await attempt(await standIn.createEngine(), tasks[operation]);
        const [first, second, ...more] = standIn.orders().map(({ key }) => key);
        assert.deepEqual([result.ends, more], ['delivered', []], result.says);
        assert.ok(first !== undefined && first === second);
      });

      if (service?.polled === undefined) continue;
      const ending = service.cancel ?? service.delete;

      test(`gets one order for a ${operation} that is too slow, and is called to end it`, async (t) => {
        verifies('DEC-OPENAI-18');
        const standIn = await startVendor(t, vendor, { operation, end: 'slow' });
        const engine = await standIn.createEngine({ timeouts: SHORT });
        const result = await attempt(engine, tasks[operation]);
        assert.deepEqual([result.ends, standIn.orders().length], ['failed', 1], result.says);
        assert.equal(standIn.has(ending), ending !== undefined);
      });

      test(`is called to end a ${operation} that was cancelled`, async (t) => {
        verifies('DEC-OPENAI-18', 'DEC-OPENAI-09');
        const standIn = await startVendor(t, vendor, { operation, end: 'slow' });
        const { orders, noteFault } = keepOrders();
        const unwanted = { orders: { ...orders, isUnwanted: () => true }, noteFault };
        await abortWhenAsked(standIn, operation, new Error('cancelled'), unwanted);
        assert.equal(standIn.has(ending), ending !== undefined);
      });

      test(`renders the ${operation} of a worker that dies once, for the next attempt`, async (t) => {
        verifies('DEC-OPENAI-18', 'DEC-REMOTE-04');
        const standIn = await startVendor(t, vendor, { operation, end: 'done' });
        const orders = keepOrders();
        await abortWhenAsked(standIn, operation, new Error('the worker dies'), orders);
        assert.ok(!standIn.has(ending));
        const result = await attempt(await standIn.createEngine(), tasks[operation], orders);
        assert.deepEqual([result.ends, standIn.orders().length], ['delivered', 1], result.says);
      });
    }
  });
}

// Some of their tests wait until a job is given up.
describe('vendors', { concurrency: 8 }, () => vendors.forEach(testVendor));

describe('the profiles', () => {
  test('have each operation in the description of a vendor', () => {
    verifies('DEC-OPENAI-18');
    for (const file of readdirSync(new URL('../../profiles/', import.meta.url))) {
      const profile = file.replace(/\.json$/, '');
      if (profile === 'openai') continue;
      const described = vendors.filter(({ vendor }) => vendor.profile === profile);
      const operations = new Set(described.flatMap(({ vendor }) => Object.keys(vendor.services)));
      assert.deepEqual(
        [...operations].sort(),
        Object.keys(readProfile(profile).operations).sort(),
        `the profile ${profile}`,
      );
    }
  });
});
