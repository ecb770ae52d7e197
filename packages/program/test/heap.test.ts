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

test('the heap is compacted at once, and again when a busy time has ended', async () => {
  const first = fragmentHeap();
  const loaded = heapMb();
  keepHeapSmall(20);
  const compacted = heapMb();
  assert.ok(compacted < loaded - 32, `${loaded} MB became ${compacted} MB`);

  const second = fragmentHeap();
  const busy = heapMb();
  assert.ok(busy > compacted + 32, `${compacted} MB became ${busy} MB`);
  const from = performance.now();
  while (heapMb() > compacted + 24) {
    // Eight seconds after a collection V8 may do it by itself.
    assert.ok(performance.now() - from < 5_000, 'the heap is not compacted');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal(first.length, second.length);
});
