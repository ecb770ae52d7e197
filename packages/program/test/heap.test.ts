import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepHeapSmall } from '../src/heap.ts';

const MB = 1_000_000;
const heapMb = () => process.memoryUsage().heapTotal / MB;

/** Objects that live together with others that survive, so that their pages stay in use. */
function fragmentHeap(): object[] {
  const objects = Array.from({ length: 400_000 }, (_, at) => ({
    at,
    more: [at, at, at, at, at, at, at, at],
  }));
  return objects.filter(({ at }) => at % 100 === 0);
}

/** Eight seconds after a collection V8 may do it by itself. */
async function untilHeapIs(mb: number): Promise<void> {
  const from = performance.now();
  while (heapMb() > mb) {
    assert.ok(performance.now() - from < 5_000, 'the heap is not compacted');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('the heap is compacted after the start, and again when a busy time has ended', async () => {
  const first = fragmentHeap();
  const loaded = heapMb();
  keepHeapSmall(20);
  assert.ok(heapMb() > loaded - 1, 'the first requests do not wait for it');
  await untilHeapIs(loaded - 32);
  const compacted = heapMb();

  const second = fragmentHeap();
  const busy = heapMb();
  assert.ok(busy > compacted + 32, `${compacted} MB became ${busy} MB`);
  await untilHeapIs(compacted + 24);
  assert.equal(first.length, second.length);
});
