import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { LeaseRequest } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { leaseRequest, takeLease, workerCapabilities } from '../support/act-as-worker.ts';
import { manualClock } from '../support/manual-clock.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

const FALLBACK_MS = 10_000;

const clock = manualClock(new Date().toISOString());
let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ clock, withWorker: false });
  customer = await service.account(100_000);
});
after(() => service.stop());
beforeEach(async () => {
  await service.database.query('delete from workers');
  await service.database.query('delete from open_jobs');
  clock.advance(1000);
});

interface Described {
  readonly preference?: number;
  /** US cents of an image. */
  readonly cost?: number;
  readonly longestSide?: number;
  readonly zeroRetention?: boolean;
}

function described(
  worker: string,
  { preference, cost, longestSide, zeroRetention = true }: Described,
): LeaseRequest {
  const operations = workerCapabilities({ operations: ['image'], ...(longestSide && { longestSide }) });
  return leaseRequest({
    worker,
    pools: ['image'],
    ...(preference !== undefined && { preference }),
    capabilities: {
      engine: 'test',
      engine_version: '1',
      operations: operations.map((can) => ({ ...can, ...(cost !== undefined && { cost_cents: cost }) })),
      zero_retention: zeroRetention,
    },
  });
}

/** Whether the worker gets a job at once. */
async function asks(worker: string, can: Described): Promise<boolean> {
  return (await service.worker.lease(described(worker, can), AbortSignal.timeout(10_000))) !== undefined;
}

/** Both workers are known, and then an image is ordered. */
async function ordered(first: Described, other: Described, size = 256): Promise<string> {
  assert.deepEqual([await asks('first', first), await asks('other', other)], [false, false]);
  clock.advance(1000);
  const { status, body } = await customer.post('/v1/images/generate', {
    prompt: 'a fox',
    width: size,
    height: size,
  });
  assert.equal(status, 200);
  return body.job_id;
}

const CHEAP: Described = { cost: 0.4 };
const DEAR: Described = { cost: 4 };

describe('a job that two workers render', { concurrency: false }, () => {
  const leaves: readonly (readonly [string, Described, Described])[] = [
    ['is left to the one that costs less', CHEAP, DEAR],
    ['is left to the one with the lower preference, whatever it costs', DEAR, { ...CHEAP, preference: 1 }],
    ['is left to the one with the lower preference if no cost is known', {}, { preference: 9 }],
  ];
  for (const [what, first, other] of leaves)
    test(`${what}, for the time of the setting`, async () => {
      verifies('DEC-COST-02');
      await ordered(first, other);
      assert.equal(await asks('other', other), false);
      clock.advance(FALLBACK_MS - 2000);
      assert.equal(await asks('other', other), false);
      clock.advance(4000);
      assert.equal(await asks('other', other), true);
      await ordered(first, other);
      assert.equal(await asks('other', other), false);
      assert.equal(await asks('first', first), true);
    });

  const free: readonly (readonly [string, Described, Described])[] = [
    ['cost the same', CHEAP, CHEAP],
    ['do not both say what they cost', {}, DEAR],
    ['have the same preference, and do not say what they cost', { preference: 3 }, { preference: 3 }],
  ];
  for (const [what, first, other] of free)
    test(`goes to any of them if they ${what}`, async () => {
      verifies('DEC-COST-02');
      await ordered(first, other);
      assert.equal(await asks('other', other), true);
    });

  for (const [what, away] of [
    [
      'is in trouble',
      () => service.worker.trouble({ worker: 'first', kind: 'unavailable', sentence: 'it restarts' }),
    ],
    ['has stopped', () => service.worker.stopped('first')],
  ] as const)
    test(`goes to the dear one at once while the cheap one ${what}`, async () => {
      verifies('DEC-COST-02');
      await ordered(CHEAP, DEAR);
      await away();
      clock.advance(1000);
      assert.equal(await asks('other', DEAR), true);
    });

  test('goes to the dear one at once after the cheap one failed it', async () => {
    verifies('DEC-COST-02');
    await ordered(CHEAP, DEAR);
    const lease = await takeLease(service.worker, described('first', CHEAP));
    assert.equal(await asks('other', DEAR), false);
    await service.worker.fail(lease, { reason: 'a fault', retryable: true });
    assert.equal(await asks('other', DEAR), true);
  });

  test('goes to the dear one at once if it is too large for the cheap one', async () => {
    verifies('DEC-COST-02');
    const small = { ...CHEAP, longestSide: 1100 };
    await ordered(small, DEAR, 1104);
    assert.equal(await asks('other', DEAR), true);
    await ordered(small, DEAR, 1024);
    assert.equal(await asks('other', DEAR), false);
  });
});

test('an image with zero retention is not left to a worker without it', async () => {
  verifies('DEC-COST-02');
  const stores = { ...CHEAP, zeroRetention: false };
  await asks('first', stores);
  await asks('other', DEAR);
  clock.advance(1000);
  const response = customer.post('/v1/images/generate', { prompt: 'a fox' }, { 'x-service-store': '0' });
  const lease = await takeLease(service.worker, { ...described('other', DEAR), wait_ms: 20_000 });
  await service.worker.fail(lease, { reason: 'enough', retryable: false });
  assert.notEqual((await response).status, 200);
});
