import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Details, eventDetails, sayDetail } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';

const TIME = '2026-03-01T12:00:00.000Z';
const FORMAT = {
  usd: (cents: number) => `${(cents / 100).toFixed(2)} USD`,
  time: () => '1 March 2026, 12:00',
};

const said = (details: Details): (string | undefined)[] =>
  Object.keys(details).map((name) => sayDetail(name, details, FORMAT));

const CODES = ['by', 'method', 'plan', 'billing', 'reason', 'resolution', 'decision', 'purpose'];

test('whatever an event may say has its words: no names of fields, no codes, no cents', () => {
  verifies('DEC-OPERATOR-21');
  for (const name of eventDetails) {
    const sentence = said({ [name]: 'some_code' })[0] ?? '';
    if (name.includes('_')) assert.ok(!sentence.includes(name), sentence);
    if (CODES.includes(name)) assert.doesNotMatch(sentence, /_/, name);
    if (name.includes('cents')) assert.match(said({ [name]: 1250 })[0] ?? '', /: 12\.50 USD$/, name);
    if (/_(?:at|from|until)$/.test(name)) assert.match(said({ [name]: TIME })[0] ?? '', /1 March 2026/, name);
  }
});

test('what operators asked about reads like a sentence', () => {
  verifies('DEC-OPERATOR-21');
  assert.deepEqual(said({ is_taken_back: false }), [undefined]);
  assert.match(said({ is_taken_back: true })[0] ?? '', /keys and approvals were ended/);
  assert.deepEqual(said({ new_browser: true, renamed: 'yes', leaked: false }), [
    'In a new browser',
    'Renamed',
    undefined,
  ]);
  assert.deepEqual(said({ cap_cents: 1250, owed_cents: 0, held_cents: 5 }), [
    'Monthly cap: 12.50 USD',
    'Owed now: 0.00 USD',
    'Held for jobs: 0.05 USD',
  ]);
  assert.deepEqual(said({ cap_cents: 'none', expires_at: 'never', client: '' }), [
    'Monthly cap: none',
    'Expires: never',
    undefined,
  ]);
  assert.deepEqual(said({ amount: 500, currency: 'eur' }), ['Amount: 5.00 EUR', undefined]);
  assert.deepEqual(said({ amount: 500, currency: 'jpy' }), ['Amount: 500 JPY', undefined]);
  assert.deepEqual(said({ suspended_until: '2026-03-01T12:00:00.000Z' }), [
    'Suspended until: 1 March 2026, 12:00',
  ]);
  assert.deepEqual(said({ overlap_seconds: 86_400 }), ['The replaced key works for 1 day more']);
  assert.deepEqual(said({ overlap_seconds: 7200 }), ['The replaced key works for 2 hours more']);
  assert.deepEqual(said({ stored_bytes: 5 * 1024 ** 3, jobs_at_once: 'default' }), [
    'Kept results: 5 GiB',
    'Jobs at once: as usual',
  ]);
  assert.deepEqual(said({ setting: 'monthly_cap', value: '50.00 USD', by: 'session' }), [
    'Monthly cap: 50.00 USD',
    undefined,
    'On the page of the account',
  ]);
  assert.deepEqual(said({ reason: 'lost_or_stolen_card' }), ['Lost or stolen card']);
  assert.deepEqual(said({ callsPerMinute: 1200, sortedBy: 'hand' }), [
    'Calls per minute: 1,200',
    'Sorted by: hand',
  ]);
});
