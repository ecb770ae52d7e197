import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTestCard, testCards } from '../../src/payments/sandbox/test-card.ts';

const now = new Date('2031-03-31T23:59:59.999Z');
const read = (form: { number?: string; expiry?: string; cvc?: string }) =>
  readTestCard({ number: '4242424242424242', expiry: '03/31', cvc: '123', ...form }, now);

test('each test card is read with and without spaces, and only its last digits are returned', () => {
  for (const { number, behaviour } of testCards) {
    const expected = { ok: true, last4: number.slice(-4), behaviour, expires: '2031-03' };
    assert.deepEqual(read({ number }), expected);
    assert.deepEqual(read({ number: number.replaceAll(/(\d{4})/g, '$1 ') }), expected);
  }
});

test('invalid card numbers and cards that are not test cards are refused with the field number', () => {
  for (const number of [
    '',
    '4242',
    '4242424242424241',
    '4242424242424242424242',
    'abcd efgh',
    '5555555555554444',
  ]) {
    const card = read({ number });
    assert.equal(card.ok, false, number);
    assert.equal(!card.ok && card.field, 'number', number);
  }
});

test('a card is valid until the end of its month, which can be written in any usual way', () => {
  for (const expiry of ['03/31', '3/31', '0331', '03 / 31', '03/2031', '12/99']) {
    assert.equal(read({ expiry }).ok, true, expiry);
  }
  for (const expiry of ['02/31', '12/30', '13/40', '00/40', '', 'soon']) {
    const card = read({ expiry });
    assert.equal(!card.ok && card.field, 'expiry', expiry);
  }
});

test('the CVC has three or four digits', () => {
  for (const cvc of ['123', '000', '1234', ' 123 ']) assert.equal(read({ cvc }).ok, true, cvc);
  for (const cvc of ['', '12', '12345', 'abc']) {
    const card = read({ cvc });
    assert.equal(!card.ok && card.field, 'cvc', cvc);
  }
});
