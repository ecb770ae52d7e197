import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createOrdersInCheck } from '../../src/admit/orders-in-check.ts';
import { newId } from '../../src/kernel/ids.ts';

const left = (remaining: number) => ({ limit: 20, remaining, resetSeconds: 60 });

test('an order enters while fewer others are in check than calls are left', () => {
  verifies('DEC-LIMIT-11');
  const orders = createOrdersInCheck();
  const account = { accountId: newId(), interface: 'v1' } as const;
  const [one, two, three] = [orders.begin(account), orders.begin(account), orders.begin(account)];
  assert.equal(one.enter(left(1)), 'entered');
  assert.equal(two.enter(left(1)), 'entered');
  assert.equal(three.enter(left(1)), 'full');
  assert.equal(orders.begin({ ...account, accountId: newId() }).enter(left(0)), 'entered');
});

test('a limit that was perhaps read before another order ended is read again', () => {
  verifies('DEC-LIMIT-11');
  const orders = createOrdersInCheck();
  const account = { accountId: newId(), interface: 'v1' } as const;
  const [one, two] = [orders.begin(account), orders.begin(account)];
  assert.equal(one.enter(left(0)), 'entered');
  one.end();
  // Read before or after the end of `one` was counted?
  assert.equal(two.enter(left(0)), 'stale');
  assert.equal(two.enter(left(0)), 'entered');
  two.end();
  assert.equal(orders.begin(account).enter(left(0)), 'entered');
});

test('a limit that was read while another order was being counted is read again', () => {
  verifies('DEC-LIMIT-11');
  const orders = createOrdersInCheck();
  const account = { accountId: newId(), interface: 'v1' } as const;
  const one = orders.begin(account);
  assert.equal(one.enter(left(0)), 'entered');
  one.leave();
  const two = orders.begin(account);
  assert.equal(two.enter(left(0)), 'stale');
  one.end();
  assert.equal(two.enter(left(0)), 'stale');
  assert.equal(two.enter(left(0)), 'entered');
});
