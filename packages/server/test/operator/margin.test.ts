import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type OperatorMargin, operatorMarginSchema, operatorOverviewSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { closeMarginDays } from '../../src/operator/margin/margin-days.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import type { ConsoleCaller } from '../support/console-caller.ts';
import { ASK, jobCaller } from '../support/job-api.ts';
import { manualClock } from '../support/manual-clock.ts';
import { operatorCaller } from '../support/operator.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** Two days at the end of a month, and one of the next. */
const clock = manualClock('2026-03-30T12:00:00Z');
let service: TestApp;
let operator: ConsoleCaller;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ clock });
  operator = await operatorCaller(service);
  customer = await service.account(100_000);
  await workOfThreeDays();
});
after(() => service.stop());

/** Orders and ends a job; a worker says what that cost. */
async function job(
  call: 'images' | 'videos',
  cents: number | undefined,
  end: 'deliver' | 'fail' = 'deliver',
) {
  const order = call === 'images' ? { prompt: 'a fox' } : { prompt: 'a fox', mode: 'fast', duration: 5 };
  const { status, text } = await customer.post(`/v1/${call}/generate`, order);
  assert.equal(status, 200, text);
  await endNext(cents, end);
}

async function endNext(cents: number | undefined, end: 'deliver' | 'fail' = 'deliver'): Promise<void> {
  const lease = await takeLease(service.worker);
  if (end === 'deliver') await deliver(service.worker, lease, undefined, undefined, cents);
  else await service.worker.fail(lease, { reason: 'it broke', retryable: false, cost_cents: cents });
}

async function workOfThreeDays(): Promise<void> {
  await job('images', 0.4);
  await job('images', 0.35);
  await job('videos', 30.5);
  await job('videos', 12, 'fail');
  clock.set('2026-03-31T23:59:59Z');
  await job('images', undefined);
  await job('images', 1, 'fail');
  const member = await jobCaller(service, 'pro');
  await member.generate({ ...ASK, type: 'image' });
  await endNext(0.25);
  clock.set('2026-04-01T00:00:00Z');
  await job('images', 2);
}

const read = async (month: string): Promise<OperatorMargin> =>
  operatorMarginSchema.parse((await operator.get(`/margin?month=${month}`)).body);

/** What the ledger moved to revenue for jobs until a time. */
async function ledgerRevenue(from: string, until: string): Promise<number> {
  const [row] = await service.database.query<{ cents: number }>(
    `select coalesce(sum(case when destination = 'revenue' then amount_cents else -amount_cents end), 0)::bigint as cents
     from ledger_transactions join postings on transaction_id = ledger_transactions.id
     where 'revenue' in (source, destination) and job_id is not null and created_at >= $1 and created_at < $2`,
    [from, until],
  );
  return row?.cents ?? Number.NaN;
}

test('a month is added up by model: revenue as the ledger has it to the cent, and the cost of every job', async () => {
  verifies('DEC-MARGIN-03', 'DEC-MARGIN-02');
  const { total, models, months, days } = await read('2026-03');
  assert.equal(total.revenue_cents, await ledgerRevenue('2026-03-01', '2026-04-01'));
  const [video, image] = models;
  assert.ok(video !== undefined && image !== undefined);
  assert.deepEqual(
    [video.model, video.medium, image.model, image.medium],
    ['fast', 'video', 'image', 'image'],
  );
  const { revenue_cents: ofVideos, ...videos } = video;
  assert.ok(ofVideos > 0 && ofVideos + image.revenue_cents === total.revenue_cents);
  assert.deepEqual(videos, {
    model: 'fast',
    medium: 'video',
    sold: 1,
    included: 0,
    undelivered: 1,
    cost_cents: 42.5,
    included_cost_cents: 0,
    undelivered_cost_cents: 12,
    without_cost: 0,
  });
  assert.deepEqual([image.sold, image.included, image.undelivered, image.without_cost], [3, 1, 1, 1]);
  assert.deepEqual(
    [image.cost_cents, image.included_cost_cents, image.undelivered_cost_cents],
    [2, 0.25, 1],
    '0.4 + 0.35 sold, 0.25 included, 1 undelivered',
  );
  assert.equal(total.cost_cents, 44.5);
  assert.deepEqual(months, ['2026-04-01', '2026-03-01']);
  assert.deepEqual(
    days.map(({ day, total: { sold, included, undelivered, cost_cents: cents } }) => [
      day,
      sold,
      included,
      undelivered,
      cents,
    ]),
    [
      ['2026-03-31', 1, 1, 1, 1.25],
      ['2026-03-30', 3, 0, 1, 43.25],
    ],
  );
});

test('a job belongs to the day on which it ended', async () => {
  verifies('DEC-MARGIN-03');
  const { total } = await read('2026-04');
  assert.equal(total.revenue_cents, await ledgerRevenue('2026-04-01', '2026-05-01'));
  assert.deepEqual([total.sold, total.cost_cents], [1, 2]);
});

test('the file has a line for each day and model', async () => {
  verifies('DEC-MARGIN-03');
  const { headers, text } = await operator.get('/margin.csv?month=2026-03');
  assert.match(headers.get('content-disposition') ?? '', /kinora-margin-2026-03\.csv/);
  const [head, ...lines] = text.trimEnd().split('\r\n');
  assert.equal(
    head,
    'day,model,kind,sold,included,undelivered,revenue_usd,cost_usd,margin_usd,included_cost_usd,undelivered_cost_usd,without_cost',
  );
  assert.deepEqual(
    lines.map((line) => line.split(',').slice(0, 2).join(' ')),
    ['2026-03-30 fast', '2026-03-30 image', '2026-03-31 image'],
  );
  const sum = (column: number) => lines.reduce((total, line) => total + Number(line.split(',')[column]), 0);
  const { total } = await read('2026-03');
  assert.equal(Math.round(sum(6) * 100), total.revenue_cents);
  assert.equal(sum(7).toFixed(4), '0.4450');
});

test('the money of today has the recorded cost of what was sold, and the models without one', async () => {
  verifies('DEC-OPERATOR-30');
  const overview = async () => operatorOverviewSchema.parse((await operator.get('/overview')).body).money;
  assert.deepEqual([(await overview()).work_cost_cents, (await overview()).work_without_cost], [2, []]);
  await job('images', undefined);
  await job('videos', undefined);
  const { work_cost_cents: cents, work_without_cost: unknown } = await overview();
  assert.deepEqual([cents, [...unknown].sort()], [2, ['fast', 'image']]);
});

test('a day that is over is added up once, by whichever server comes first, and read from there', async () => {
  verifies('DEC-MARGIN-03');
  const { database } = service;
  const before = await read('2026-03');
  const closed = () =>
    database.query(`select distinct to_char(day, 'YYYY-MM-DD') as day from margin_days order by 1`);
  const close = (at: string) => closeMarginDays(database, new Date(at));
  assert.equal(await close('2026-03-31T00:09:59Z'), false);
  assert.deepEqual(await closed(), [], 'a transaction may still commit');
  await Promise.all([
    close('2026-04-01T00:10:00Z'),
    close('2026-04-01T00:10:00Z'),
    close('2026-04-01T00:10:00Z'),
  ]);
  assert.deepEqual(await closed(), [{ day: '2026-03-30' }, { day: '2026-03-31' }]);
  assert.deepEqual(await read('2026-03'), before);
  assert.equal((await read('2026-04')).total.sold, 3, 'the days after them are added up as they are');
  await database.query('update jobs set cost_cents = 1000');
  assert.deepEqual(await read('2026-03'), before, 'it is not added up again');
});

test('a long history is added up a few days at a time, also days without a job', async () => {
  verifies('DEC-MARGIN-03');
  const { database } = service;
  const until = new Date('2026-04-20T12:00:00Z');
  assert.equal(await closeMarginDays(database, until), true);
  assert.equal(await closeMarginDays(database, until), false);
  const [mark] = await database.query(`select to_char(closed_on, 'YYYY-MM-DD') as day from margin_closing`);
  assert.deepEqual(mark, { day: '2026-04-19' });
});
