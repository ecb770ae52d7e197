import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { newId, readId } from '../../src/kernel/ids.ts';

test('ids are unique UUIDs of version 7, in order of creation', () => {
  verifies('V1-ACCEPT-03');
  const ids = Array.from({ length: 10_000 }, newId);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(ids, ids.toSorted(), 'ids sort by creation');
  for (const id of ids) {
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(readId(id), id);
  }
});

test('an id begins with the time, so later ones sort later', (context) => {
  verifies('V1-ACCEPT-03');
  // Soon, because no later id of this process begins with an earlier time.
  const now = Date.now() + 1000;
  context.mock.timers.enable({ apis: ['Date'], now });
  const early = newId();
  assert.equal(Number.parseInt(early.replace('-', '').slice(0, 12), 16), now);
  context.mock.timers.tick(1);
  assert.ok(newId() > early);
});

test('the rest of an id is random', () => {
  verifies('V1-ACCEPT-03');
  const tails = Array.from({ length: 1000 }, () => newId().slice(19));
  assert.equal(new Set(tails).size, 1000);
});

test('an id is read in any letter case', () => {
  const id = newId();
  assert.equal(readId(id.toUpperCase()), id);
});

test('other texts are not ids', () => {
  verifies('V1-ENDPOINT-04');
  const id = newId();
  for (const text of ['', id.replaceAll('-', ''), `${id} `, `${id}\n`, id.slice(1), `{${id}}`]) {
    assert.equal(readId(text), undefined, JSON.stringify(text));
  }
});
