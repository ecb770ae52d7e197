import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import type { ConsoleCaller } from '../support/console-caller.ts';
import { ASK, type JobCaller, jobCaller } from '../support/job-api.ts';
import { manualClock } from '../support/manual-clock.ts';
import { operatorCaller } from '../support/operator.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2026-03-01T12:00:30Z');
let service: TestApp;
let operator: ConsoleCaller;
let author: JobCaller;
before(async () => {
  const environment = {
    KINORA_PROMPT_URL: 'https://user:hidden@prompts.example/v1',
    KINORA_PROMPT_MODEL: 'm',
  };
  service = await startTestApp({ clock, environment });
  operator = await operatorCaller(service, 'boss@example.com');
  author = await jobCaller(service, 'max');
});
after(() => service.stop());

const reason = 'I looked at it';

interface Published {
  readonly jobId: string;
  readonly assetId: string;
  readonly url: string;
}

async function publish(): Promise<Published> {
  const { body } = await author.generate({ ...ASK, type: 'image' });
  await deliver(service.worker, await takeLease(service.worker));
  const [{ url }] = (await author.job(body.job_id)).body.results;
  return { jobId: body.job_id, assetId: url.split('/').at(-1).replace('.png', ''), url };
}

const isShown = async ({ url }: Published): Promise<boolean> => (await fetch(url)).status === 200;
const open = async () => (await operator.get('/reports')).body.contents;

test('reports of a content are one decision, which stands: kept content is shown again and not hidden again', async () => {
  verifies('DEC-OPERATOR-14', 'DEC-OPERATOR-02');
  const one = await publish();
  const [first, second, third] = [
    await jobCaller(service),
    await jobCaller(service),
    await jobCaller(service),
  ];
  await first.report({ content_id: one.assetId, reason: 'csam', details: 'look at this' });
  await second.report({ content_id: one.assetId, reason: 'copyright' });
  assert.equal(await isShown(one), false);
  const [content] = await open();
  assert.deepEqual([content.job_id, content.hidden, content.reports.length], [one.jobId, true, 2]);
  assert.equal(
    (await operator.get(`/jobs/${one.jobId}/blurred`)).status,
    200,
    'a hidden result has a blurred image',
  );
  const [{ id }] = content.reports;
  const resolve = (resolution: string) => operator.post(`/reports/${id}/resolve`, { resolution, reason });
  const answers = await Promise.all([resolve('kept'), resolve('kept')]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.deepEqual(await open(), []);
  assert.equal(await isShown(one), true);
  await third.report({ content_id: one.assetId, reason: 'csam' });
  assert.equal(await isShown(one), true, 'the decision sticks');
  assert.equal((await open()).length, 1, 'a person looks at the report of another account');
  const { events } = (await operator.get('/log?kind=report_resolved')).body;
  assert.deepEqual(
    events.map(({ details }: { details: object }) => details),
    [{ job: one.jobId, resolution: 'kept', reports: 2, reason }],
  );
  assert.equal(events[0].operator_email, 'boss@example.com');
});

test('removed content is deleted permanently', async () => {
  verifies('DEC-OPERATOR-14');
  const one = await publish();
  await (await jobCaller(service)).report({ content_id: one.assetId, reason: 'other' });
  const content = (await open()).find(({ job_id: id }: { job_id: string }) => id === one.jobId);
  const path = `/reports/${content.reports[0].id}/resolve`;
  assert.equal((await operator.post(path, { resolution: 'removed', reason })).status, 200);
  assert.equal(await isShown(one), false);
  assert.equal((await author.job(one.jobId)).status, 404);
  const { decided } = (await operator.get('/reports')).body;
  assert.deepEqual([decided[0].job_id, decided[0].resolution], [one.jobId, 'removed']);
});

test('a blocked job is reviewed once; a block that was a mistake counts towards no suspension', async () => {
  verifies('DEC-OPERATOR-14');
  const { body } = await author.generate({ ...ASK, type: 'image' });
  const lease = await takeLease(service.worker);
  await service.worker.block(lease, { category: 'suggestive', reason: 'score 0.91' });
  const rejections = async () =>
    (await service.database.query('select from key_attempts where job_id = $1', [body.job_id])).length;
  assert.equal(await rejections(), 1);
  const [job] = (await operator.get('/blocked')).body.jobs;
  assert.deepEqual(
    [job.job_id, job.category, job.finding, job.decision, job.has_prompt],
    [body.job_id, 'suggestive', 'score 0.91', null, true],
  );
  const review = (decision: string) => operator.post(`/blocked/${job.job_id}/review`, { decision, reason });
  assert.equal((await review('mistaken')).status, 200);
  assert.equal(await rejections(), 0);
  assert.equal((await review('upheld')).status, 409);
  assert.equal((await operator.get('/blocked')).body.jobs[0].decision, 'mistaken');
  assert.equal((await operator.get('/log?kind=block_reviewed')).body.events.length, 1);
});

test('the overview and the queue have what happened, what waits, and the money of the day as the ledger has it', async () => {
  verifies('DEC-OPERATOR-17');
  clock.set('2026-03-02T00:00:10Z');
  const customer = await service.account(2_000);
  const order = () => customer.post('/v1/images/generate', { prompt: 'a lighthouse' });
  await order();
  await deliver(service.worker, await takeLease(service.worker));
  await order();
  await service.worker.fail(await takeLease(service.worker), { reason: 'broken', retryable: false });
  const early = (await operator.get('/overview')).body.money;
  assert.deepEqual([early.day, early.revenue_cents, early.granted_cents], ['2026-03-02', 5, 2_000]);
  clock.set('2026-03-02T00:31:10Z');
  await order();
  await deliver(service.worker, await takeLease(service.worker));
  await order();
  const free = await jobCaller(service);
  await free.generate({ ...ASK, type: 'image' });
  const { body } = await operator.get('/overview');
  assert.equal(body.minutes.length, 60);
  const done = body.minutes.filter(({ completed }: { completed: number }) => completed > 0);
  assert.deepEqual(
    done.map(({ at, completed, failed }: Record<string, unknown>) => [at, completed, failed]),
    [
      ['2026-03-02T00:00:00.000Z', 1, 1],
      ['2026-03-02T00:31:00.000Z', 1, 0],
    ],
  );
  const { money, pools, workers } = body;
  assert.deepEqual(
    [
      money.revenue_cents,
      money.granted_cents,
      money.top_ups_cents,
      money.on_hold_cents,
      money.on_hold_is_lower_bound,
    ],
    [10, 2_000, 0, 5, false],
  );
  // The default catalogue does not say what an image costs the operator.
  assert.deepEqual([money.work_cost_cents, money.work_without_cost], [null, ['image']]);
  const image = pools.find(({ pool }: { pool: string }) => pool === 'image');
  assert.deepEqual([image.waiting, image.running], [2, 0]);
  assert.ok(image.expected_seconds >= 1 && workers.healthy >= 1);
  const queue = (await operator.get('/queue')).body.pools.find(
    ({ pool }: { pool: string }) => pool === 'image',
  );
  assert.deepEqual(
    queue.tiers.map(({ tier, waiting, oldest_at: oldest }: Record<string, unknown>) => [
      tier,
      waiting,
      oldest,
    ]),
    [
      ['max', 0, null],
      ['pro', 1, '2026-03-02T00:31:10.000Z'],
      ['free', 1, '2026-03-02T00:31:10.000Z'],
    ],
  );
  clock.set('2026-03-03T00:00:01Z');
  const nextDay = (await operator.get('/overview')).body.money;
  assert.deepEqual([nextDay.day, nextDay.revenue_cents, nextDay.on_hold_cents], ['2026-03-03', 0, 5]);
  // A clock that is set back shows its day again.
  clock.set('2026-03-02T12:00:00Z');
  assert.equal((await operator.get('/overview')).body.money.revenue_cents, 10);
});

test('prices, limits and settings are shown as they are set, without a secret', async () => {
  verifies('DEC-OPERATOR-15');
  const { body, text } = await operator.get('/prices');
  const { models, new_accounts: limits } = body.versions[0].document;
  assert.deepEqual([models[0].id, models[0].price[0].cents], ['image', 5]);
  assert.equal(limits.jobs_at_once, 3);
  const value = (name: string) =>
    body.settings.find((setting: { name: string }) => setting.name === name).value;
  assert.equal(value('KINORA_PROMPT_URL'), 'https://prompts.example/v1');
  assert.equal(value('DATABASE_URL'), 'set');
  const secrets = [service.connectionString, service.app.workerToken, 'hidden'];
  for (const secret of secrets) assert.ok(!text.includes(secret), secret);
});

test('the audit log is searched by kind, account, network and time, page by page', async () => {
  verifies('DEC-OPERATOR-16');
  const all: number[] = [];
  let cursor = '';
  do {
    const { body } = await operator.get(`/log?limit=3${cursor}`);
    all.push(...body.events.map(({ id }: { id: number }) => id));
    cursor = body.next_cursor === undefined ? '' : `&cursor=${body.next_cursor}`;
  } while (cursor !== '');
  const [{ n }] = (await service.database.query<{ n: number }>(
    'select count(*) as n from security_events',
  )) as [{ n: number }];
  assert.equal(all.length, n);
  assert.deepEqual(
    all,
    [...new Set(all)].sort((a, b) => b - a),
    'each once, the latest first',
  );
  const kindsOf = async (query: string): Promise<string[]> => [
    ...new Set<string>(
      (await operator.get(`/log?${query}`)).body.events.map(({ kind }: { kind: string }) => kind),
    ),
  ];
  assert.deepEqual(await kindsOf('kind=block_reviewed'), ['block_reviewed']);
  assert.ok((await kindsOf('account=boss@example.com')).includes('report_resolved'), 'what the operator did');
  assert.ok(
    (await kindsOf(`account=${author.accountId}`)).includes('report_resolved'),
    'and whom it was about',
  );
  assert.deepEqual(await kindsOf('account=nobody@example.com'), []);
  assert.deepEqual(await kindsOf('network=203.0.113.99'), []);
  assert.ok((await kindsOf('network=127.0.0.1')).length > 1);
  assert.deepEqual(await kindsOf('from=2026-03-04T00:00:00Z'), []);
  assert.ok((await kindsOf('to=2026-03-01T13:00:00Z&kind=block_reviewed')).length === 1);
});
