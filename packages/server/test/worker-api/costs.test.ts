import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Lease } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { type CostedJob, costByCatalogue } from '../../src/catalogue/rendering-cost.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { changedCatalogue, type LooseDocument } from '../support/catalogues.ts';
import { operatorCaller } from '../support/operator.ts';
import { sellCatalogue } from '../support/sold-catalogue.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

const catalogue = sellCatalogue(systemClock);
let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ catalogue });
  customer = await service.account(100_000);
});
after(() => service.stop());

async function leased(): Promise<Lease> {
  const { status, body, text } = await customer.post('/v1/images/generate', { prompt: 'a lighthouse' });
  assert.equal(status, 200, text);
  const lease = await takeLease(service.worker);
  assert.equal(lease.job_id, body.job_id);
  return lease;
}

/** In US cents, as they are written in the database. */
async function costOf({ job_id: jobId }: Lease): Promise<string | null> {
  const [job] = await service.database.query<{ cents: string | null }>(
    'select coalesce(open_jobs.cost_cents, jobs.cost_cents)::text as cents from jobs left join open_jobs using (id) where id = $1',
    [jobId],
  );
  assert.ok(job !== undefined);
  return job.cents;
}

const reason = 'the card went away';
const fail = (
  lease: Lease,
  cents: number | undefined,
  more: { retryable?: boolean; unsettled?: boolean } = {},
) => service.worker.fail(lease, { reason, retryable: true, ...more, cost_cents: cents });

test('the attempts of a job that is delivered in the end are added up, in parts of a cent', async () => {
  verifies('DEC-MARGIN-02');
  const first = await leased();
  await fail(first, 0.1);
  const second = await takeLease(service.worker);
  await fail(second, 0.2);
  const third = await takeLease(service.worker);
  assert.equal(third.attempt, 3);
  await deliver(service.worker, third, undefined, undefined, 0.4);
  assert.equal(await costOf(first), '0.7');
  const attempts = await service.database.query(
    'select attempt, cost_cents::text as cents from ended_attempts where job_id = $1 order by attempt',
    [first.job_id],
  );
  assert.deepEqual(attempts, [
    { attempt: 1, cents: '0.1' },
    { attempt: 2, cents: '0.2' },
  ]);
  const operator = await operatorCaller(service, 'operator@example.com');
  const { cost_cents: cents, ended_attempts: ended } = (await operator.get(`/jobs/${first.job_id}`)).body;
  const shown = ended.map(({ cost_cents: of }: { readonly cost_cents: number }) => of);
  assert.deepEqual([cents, shown], [0.7, [0.1, 0.2]]);
});

test('a job that fails or is blocked keeps what its attempts cost', async () => {
  verifies('DEC-MARGIN-02');
  const failed = await leased();
  await fail(failed, 3);
  await fail(await takeLease(service.worker), 4, { retryable: false });
  assert.equal(await costOf(failed), '7');
  const blocked = await leased();
  await fail(blocked, undefined);
  const refused = { category: 'gore', reason: 'It shows gore.', cost_cents: 2.5 };
  await service.worker.block(await takeLease(service.worker), refused);
  assert.equal(await costOf(blocked), '2.5');
});

test('a job that is deleted keeps what its attempts cost until then, and a release costs nothing', async () => {
  verifies('DEC-MARGIN-02');
  const lease = await leased();
  await fail(lease, 5);
  await service.worker.release(await takeLease(service.worker));
  assert.equal((await customer.delete(`/v1/jobs/${lease.job_id}`)).status, 204);
  assert.equal(await costOf(lease), '5');
});

test('what an attempt left unsettled is counted by the attempt that goes on with it, or that is the last', async () => {
  verifies('DEC-MARGIN-02');
  const lease = await leased();
  await fail(lease, 8, { unsettled: true });
  assert.equal(await costOf(lease), null);
  await fail(await takeLease(service.worker), 8, { unsettled: true, retryable: false });
  assert.equal(await costOf(lease), '8');
});

test('where the worker says nothing, the catalogue at the completion counts, and later versions change nothing', async () => {
  verifies('DEC-MARGIN-02');
  const unknown = await leased();
  await deliver(service.worker, unknown);
  assert.equal(await costOf(unknown), null, 'the catalogue says nothing either');
  const costing = (cents: number) =>
    catalogue.apply(({ models: [image] }) => {
      if (image?.medium === 'image') image.cost_cents = cents;
    });
  const stated = await leased();
  const known = await leased();
  costing(1.25);
  await fail(known, 1);
  await deliver(service.worker, await takeLease(service.worker));
  assert.equal(await costOf(known), '2.25');
  await deliver(service.worker, stated, undefined, undefined, 0);
  assert.equal(await costOf(stated), '0', 'a worker that costs nothing says so');
  costing(9);
  assert.deepEqual([await costOf(known), await costOf(unknown)], ['2.25', null]);
});

test('the catalogue says what an image costs, or the seconds of a video that were sold; to enlarge costs nothing', () => {
  verifies('DEC-MARGIN-02');
  const document = changedCatalogue((changed: LooseDocument) => {
    changed.models[0].cost_cents = 1.5;
    for (const model of changed.models) if (model.id === 'fast') model.cost_cents_per_second = 2.4;
  });
  const image = { frames: null, framesPerSecond: null };
  const video = { operation: 'video', frames: 121, framesPerSecond: 24 } as const;
  const costs: readonly (readonly [CostedJob, number | undefined])[] = [
    [{ model: 'image', operation: 'image', ...image }, 1.5],
    [{ model: 'image', operation: 'i2i', ...image }, 1.5],
    [{ model: 'image', operation: 'upscale', ...image }, 0],
    [{ model: 'image', operation: 'upscale_pro', ...image }, 0],
    [{ model: 'fast', ...video }, 12],
    [{ model: 'cinema', ...video }, undefined],
    [{ model: 'gone', operation: 'upscale', ...image }, undefined],
  ];
  for (const [job, cents] of costs) assert.equal(costByCatalogue(document, job), cents);
});
