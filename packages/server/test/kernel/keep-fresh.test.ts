import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepFresh } from '../../src/kernel/keep-fresh.ts';

test('a reading is shared while it is fresh; one that failed is not kept', async () => {
  let now = 0;
  let readings = 0;
  let fails = false;
  const read = keepFresh(
    async () => {
      readings += 1;
      if (fails) throw new Error('unreadable');
      return readings;
    },
    1000,
    () => now,
  );
  assert.deepEqual(await Promise.all([read(), read()]), [1, 1]);
  now = 999;
  assert.equal(await read(), 1);
  assert.equal(await read(500), 2);
  now = 1999;
  fails = true;
  await assert.rejects(read());
  fails = false;
  assert.equal(await read(), 4, 'at once');
  now = -5000;
  assert.equal(await read(), 5, 'the clock was set back');
});

test('a later reading is begun once for all who need one', async () => {
  let readings = 0;
  const read = keepFresh(async () => ++readings, 1000);
  const first = read();
  const [one, other] = await Promise.all([read.after(first), read.after(first)]);
  assert.deepEqual([await first, one, other], [1, 2, 2]);
});
