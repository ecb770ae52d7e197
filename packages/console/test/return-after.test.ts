import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { keepNext, nextIn, takeNext } from '../src/account/money/return-after.ts';

/** What the module keeps in a browser. */
const kept = new Map<string, string>();
const sessionStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
};
Object.defineProperty(globalThis, 'sessionStorage', { value: sessionStorage, configurable: true });

beforeEach(() => kept.clear());

test('a payment leads to a page that leads to payments, and never to another site', () => {
  verifies('DEC-PRICING-06');
  assert.equal(nextIn('?next=/studio?want=length'), '/studio?want=length');
  assert.equal(nextIn('?next=/pricing'), '/pricing');
  for (const foreign of [
    '//evil.example/studio',
    '/studio.evil.example',
    '/studio/../account/data',
    'https://evil.example/studio',
    'javascript:alert(1)',
    '/account/data',
    '/\\evil.example',
  ]) {
    assert.equal(nextIn(`?next=${encodeURIComponent(foreign)}`), undefined, foreign);
    keepNext(foreign);
    assert.equal(takeNext(), undefined, foreign);
  }
});

test('where it leads is used once, and forgotten when another payment begins', () => {
  verifies('DEC-PRICING-06');
  keepNext('/studio?want=length');
  assert.equal(takeNext(), '/studio?want=length');
  assert.equal(takeNext(), undefined);
  keepNext('/studio');
  keepNext(undefined);
  assert.equal(takeNext(), undefined);
});
