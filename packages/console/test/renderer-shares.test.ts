import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { percentText, rendererShares } from '../src/operator/workers/renderer-shares.ts';

const NONE = {
  rendering: 0,
  loading: 0,
  waiting_for_jobs: 0,
  leasing: 0,
  preparing: 0,
  delivering: 0,
  renderer_not_ready: 0,
  server_unreachable: 0,
};

test('the shares of a renderer add up to its time, with the longest wait for the service first', () => {
  verifies('DEC-WORKER-14');
  assert.equal(rendererShares(NONE), undefined);
  const shares = rendererShares({
    ...NONE,
    rendering: 800,
    waiting_for_jobs: 100,
    leasing: 10,
    server_unreachable: 90,
  });
  assert.deepEqual(
    shares?.map(({ state, percent }) => [state, Math.round(percent)]),
    [
      ['rendering', 80],
      ['loading', 0],
      ['jobs', 10],
      ['service', 10],
    ],
  );
  assert.deepEqual(
    shares?.at(-1)?.reasons.map(({ name }) => name),
    ['server unreachable', 'asking for the next job'],
  );
});

test('a share is shown as nothing or all only if it is', () => {
  verifies('DEC-WORKER-14');
  const shown = [0, 0.04, 0.3, 9.96, 42.6, 99, 99.97, 100].map(percentText);
  assert.deepEqual(shown, ['0 %', '< 0.1 %', '0.3 %', '9.9 %', '43 %', '99 %', '99.9 %', '100 %']);
});
