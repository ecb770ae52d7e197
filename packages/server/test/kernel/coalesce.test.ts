import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coalesce } from '../../src/kernel/coalesce.ts';

/** A batch function that records its batches; the test finishes each. */
function recorded() {
  const batches: { items: readonly number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      batches.push({ items, finish: () => resolve(items.map((item) => item * 10)), fail: reject });
    });
  return { batches, run };
}

/** Waits until all pending callbacks have run. */
const settle = () => new Promise(setImmediate);

test('calls in one turn of the event loop share the first batch, and each gets its own result', async () => {
  const { batches, run } = recorded();
  const call = coalesce(run, { maxBatch: 10 });
  const results = [call(1), call(2), call(3)];
  await settle();
  assert.deepEqual(
    batches.map(({ items }) => items),
    [[1, 2, 3]],
  );
  batches[0]?.finish();
  assert.deepEqual(await Promise.all(results), [10, 20, 30]);
});

test('items that arrive while a batch is running form the next one, and batches do not overlap', async () => {
  const { batches, run } = recorded();
  const call = coalesce(run, { maxBatch: 10 });
  const first = call(1);
  await settle();
  const rest = [call(2), call(3)];
  await settle();
  assert.deepEqual(
    batches.map(({ items }) => items),
    [[1]],
  );
  batches[0]?.finish();
  assert.equal(await first, 10);
  await settle();
  assert.deepEqual(
    batches.map(({ items }) => items),
    [[1], [2, 3]],
  );
  batches[1]?.finish();
  assert.deepEqual(await Promise.all(rest), [20, 30]);
});

test('the next batch is sent before the callers of the last one go on', async () => {
  const log: string[] = [];
  const waiting = Promise.withResolvers<void>();
  const call = coalesce(
    async (items: readonly number[]) => {
      // As the connection of a pool does.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      log.push(`sent ${items}`);
      await waiting.promise;
      await new Promise((resolve) => setTimeout(resolve));
      return items;
    },
    { maxBatch: 10 },
  );
  const first = call(1).then(() => log.push('returned 1'));
  await settle();
  const second = call(2);
  waiting.resolve();
  await Promise.all([first, second]);
  assert.deepEqual(log, ['sent 1', 'sent 2', 'returned 1']);
});

test('no batch exceeds the maximum, and the order is kept', async () => {
  const sizes: number[] = [];
  const call = coalesce(
    async (items: readonly number[]) => {
      sizes.push(items.length);
      return items;
    },
    { maxBatch: 4 },
  );
  const results = await Promise.all(Array.from({ length: 10 }, (_, i) => call(i)));
  assert.deepEqual(results, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(sizes, [4, 4, 2]);
});

test('a failed batch rejects its own calls only', async () => {
  const { batches, run } = recorded();
  const call = coalesce(run, { maxBatch: 10 });
  const failing = [call(1), call(2)];
  await settle();
  const next = call(3);
  batches[0]?.fail(new Error('the database is unreachable'));
  for (const call of failing) await assert.rejects(call, /the database is unreachable/);
  await settle();
  batches[1]?.finish();
  assert.equal(await next, 30);
  const later = call(4);
  await settle();
  batches[2]?.finish();
  assert.equal(await later, 40);
});
