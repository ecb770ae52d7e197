import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ProblemCode, problem, problems, statusOf } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { decideFate } from '../../src/admit/waiting/decide-fate.ts';

const fateOf = (code: ProblemCode, fields?: Record<string, unknown>) =>
  decideFate({ problem: problem(code, 'No.', fields) });

const pause = (reason: string, seconds: number | null = null, priceNow: number | null = null) => ({
  kind: 'pause',
  reason,
  message: 'No.',
  seconds,
  priceNow,
});

test('what an order waits for decides whether the others go on', () => {
  verifies('DEC-WAIT-05');
  const full = { ...problem('rate_limited', 'No.'), retryAfterSeconds: 5 };
  assert.deepEqual(decideFate({ problem: full, awaitsJob: true }), {
    kind: 'hold',
    seconds: 30,
    message: null,
  });
  assert.deepEqual(decideFate({ problem: full }), { kind: 'hold', seconds: 30, message: 'No.' });
  assert.deepEqual(fateOf('price_changed', { price_cents: 7 }), pause('price', null, 7));
  assert.deepEqual(fateOf('price_changed', { price_credits: 8 }), pause('price', null, 8));
  assert.deepEqual(fateOf('content_blocked'), pause('content'));
  assert.deepEqual(fateOf('balance_insufficient'), pause('money'));
  assert.deepEqual(fateOf('credits_exhausted'), pause('money'));
  const recharged = fateOf('balance_insufficient', { recharge: 'pending' });
  assert.deepEqual(recharged, { kind: 'hold', seconds: 10, message: 'No.' });
  assert.deepEqual(fateOf('mode_unavailable'), pause('unavailable', 300));
  assert.deepEqual(fateOf('model_not_in_plan'), pause('refused'));
  assert.equal(fateOf('storage_full').kind, 'hold');
});

test('no refusal is tried again more often than every ten seconds, nor forgotten for more than an hour', () => {
  verifies('DEC-WAIT-04');
  for (const code of Object.keys(problems) as ProblemCode[]) {
    const fate = decideFate({ problem: { ...problem(code, 'No.'), retryAfterSeconds: 86_400 } });
    if (fate.seconds !== null) assert.ok(fate.seconds >= 10 && fate.seconds <= 3600, code);
    else assert.notEqual(statusOf(code), 503, code);
  }
});
