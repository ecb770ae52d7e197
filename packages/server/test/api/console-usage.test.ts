import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { jobCostPageSchema, usageMonthSchema } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { rotateKey } from '../../src/access/rotate-key.ts';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { completeJob } from '../../src/attempt/complete-attempt.ts';
import { recordFault } from '../../src/attempt/fail-attempt.ts';
import { setCap, setCard, setPayPerUse, setPlan } from '../../src/funding/terms.ts';
import { deleteJob } from '../../src/jobs/retention/delete-job.ts';
import { grantBalance } from '../../src/ledger/credit.ts';
import { claimJob } from '../../src/queue/claim-job.ts';
import type { Quote } from '../../src/quote/quote.ts';
import { leaseRequest } from '../support/act-as-worker.ts';
import { type ConsoleCaller, newCaller } from '../support/console-caller.ts';
import { imageOf, videoOf } from '../support/default-catalogue.ts';
import { acceptorOf, jobRequest, UNLIMITED, violations } from '../support/jobs-under-test.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { noStore } from '../support/no-blobs.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

const JOBS = 120;
const clock = manualClock('2031-01-27T22:00:00.000Z');
let service: TestApp;
let person: ConsoleCaller;
let key: string;
before(async () => {
  service = await startTestApp({ clock });
  person = await newCaller(service, 'ann@example.com');
  await setLimits(service.database, person.accountId, UNLIMITED);
  key = await service.database.transaction(async (tx) => {
    await setPlan(tx, person.accountId, { name: 'max', source: 'web', interval: 'month' });
    await setPayPerUse(tx, person.accountId, true);
    await setCap(tx, person.accountId, 100_000);
    await setCard(tx, person.accountId, clock.now());
    await grantBalance(tx, person.accountId, 2000, clock.now());
    return (await rotateKey(tx, person.accountId, { by: 'operator', network: null }, clock.now())).key;
  });
  await generateUse();
});
after(() => service.stop());

/** The same sequence in every run. */
let state = 14;
function draw(below: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * below);
}

function someQuote(): Quote {
  if (draw(2) === 0) return imageOf(1024, draw(2) === 0 ? 1024 : 2048);
  const modes = [
    { mode: 'fast', width: 1280, height: 720, duration: 1 + draw(28) / 3 },
    { mode: 'quality', width: 1920, height: 1080, duration: 5 },
    { mode: 'cinema', width: 2560, height: 1440, duration: 5 },
  ] as const;
  return videoOf(modes[draw(3)]);
}

/** Jobs of both interfaces across three months and a change of plan, some of which fail or are still open. */
async function generateUse(): Promise<void> {
  const { database } = service;
  const accept = acceptorOf(database, clock);
  for (let job = 0; job < JOBS; job++) {
    if (job === JOBS / 2) {
      await database.transaction((tx) =>
        setPlan(tx, person.accountId, { name: 'pro', source: 'web', interval: 'month' }),
      );
    }
    const isOfJobApi = draw(5) === 0;
    const quote = isOfJobApi ? (draw(2) === 0 ? imageOf() : videoOf({ duration: 1 })) : someQuote();
    const order = {
      price: { by: 'credits', credits: quote.priceCents },
      interface: 'job_api',
      jobApi: { type: `${quote.medium}_1080p`, tier: 'max', assetId: crypto.randomUUID() },
    } as const;
    // The tiers of the job API limit the open jobs.
    while (isOfJobApi && (await endNext('completed'))) {}
    const accepted = await accept(jobRequest(person.accountId, { quote, ...(isOfJobApi && order) }));
    assert.ok(accepted.ok, JSON.stringify(accepted));
    clock.advance(draw(30) * HOUR_MS);
    const ending = draw(4);
    if (ending === 0) continue;
    await endNext(ending === 1 ? 'failed' : 'completed');
  }
  assert.deepEqual(await violations(database), []);
}

/** Ends the next job of the queue; false if there is none. */
async function endNext(how: 'completed' | 'failed'): Promise<boolean> {
  const { database } = service;
  const claimed = await claimJob(database, leaseRequest());
  if (claimed === undefined) return false;
  const lease = { jobId: claimed.id, attempt: claimed.attempt };
  if (how === 'failed') {
    await recordFault(database, clock, lease, { reason: 'test', retryable: false });
    return true;
  }
  const { width, height } = claimed;
  const media = { artifact: 'result.png', mime: 'image/png', width, height, duration_seconds: null };
  const result = { ...media, engine: 'test', engine_version: '1' } as Parameters<typeof completeJob>[3];
  await completeJob(database, clock, lease, result, { key: 'k', bytes: 1 });
  return true;
}

async function monthOf(month?: string) {
  const { status, body, text } = await person.get(`/usage${month === undefined ? '' : `?month=${month}`}`);
  assert.equal(status, 200, text);
  return usageMonthSchema.parse(body);
}

async function jobsOf(query: string) {
  const jobs: ReturnType<typeof jobCostPageSchema.parse>['jobs'] = [];
  let cursor = '';
  do {
    const { status, body, text } = await person.get(`/usage/jobs?limit=7${query}${cursor}`);
    assert.equal(status, 200, text);
    const page = jobCostPageSchema.parse(body);
    jobs.push(...page.jobs);
    cursor = page.next_cursor === undefined ? '' : `&cursor=${page.next_cursor}`;
  } while (cursor !== '');
  return jobs;
}

const twelfthsOf = (seconds: number) => Math.round(12 * seconds);

const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0);

test('a job that its owner cancels is shown as cancelled, and not as failed', async () => {
  verifies('DEC-USAGE-03');
  const someone = await newCaller(service, 'cid@example.com');
  const price = { by: 'credits', credits: 0 } as const;
  const jobApi = { type: 'image', tier: 'free', assetId: crypto.randomUUID() } as const;
  const request = jobRequest(someone.accountId, { price, interface: 'job_api', jobApi });
  assert.ok((await acceptorOf(service.database, clock)(request)).ok);
  const { database } = service;
  assert.ok(await deleteJob({ database, ...noStore, clock }, someone.accountId, request.jobId));
  const { jobs } = (await someone.get('/usage/jobs')).body;
  assert.deepEqual([jobs.length, jobs[0].state, jobs[0].charge], [1, 'cancelled', 'reversed']);
  assert.match((await someone.get('/usage/jobs.csv')).text, /,cancelled,reversed,/);
});

test('every month by day equals its charges and the usage call, to the cent', async () => {
  verifies('DEC-USAGE-01');
  const { months } = await monthOf();
  assert.ok(months.length >= 3, String(months));
  const inForce = await send(`${service.url}/v1/usage`, {
    headers: { 'x-api-key': key, 'user-agent': TEST_USER_AGENT },
  });
  for (const month of months) {
    const { usage, days, ...shown } = await monthOf(month.slice(0, 7));
    if (shown.is_current) assert.deepEqual(usage, inForce.body);
    assert.equal(shown.is_current, month === inForce.body.month_start);
    const [ledger] = await service.database.query<Record<string, number>>(
      `select coalesce(sum(prepaid_cents), 0)::bigint as balance, coalesce(sum(month_end_cents), 0)::bigint as "monthEnd",
         count(*) filter (where medium = 'image') as images, count(*) filter (where medium = 'video') as videos,
         coalesce(sum(case when included_twelfths is null then twelfths else included_twelfths end), 0) as twelfths
       from charges where account_id = $1 and month = $2 and state <> 'reversed'`,
      [person.accountId, month],
    );
    assert.deepEqual(
      {
        balance: sum(days, (day) => day.balance_cents),
        monthEnd: sum(days, (day) => day.month_end_cents),
        images: sum(days, (day) => day.images_included + day.images_overage),
        videos: sum(days, (day) => day.videos_included + day.videos_overage),
        twelfths: sum(days, (day) => twelfthsOf(day.seconds_included) + twelfthsOf(day.seconds_overage)),
      },
      ledger,
      month,
    );
    assert.equal(shown.balance_spent_cents + shown.month_end_cents, usage.overage_charged_cents);
    assert.equal(
      sum(days, (day) => day.images_overage),
      usage.images_overage,
    );
    assert.equal(
      sum(days, (day) => day.videos_overage),
      usage.videos_overage,
    );
    assert.equal(
      Math.floor(sum(days, (day) => twelfthsOf(day.seconds_overage)) / 12),
      usage.video_seconds_overage,
    );
    const [used] = await service.database.query<{ credits: number }>(
      `select coalesce(sum(credits), 0) as credits from credit_charges
       where account_id = $1 and month = $2 and state <> 'reversed'`,
      [person.accountId, month],
    );
    assert.equal(shown.credits.used, used?.credits);
    assert.ok(days.every(({ day }) => day.startsWith(month.slice(0, 7))));
  }
});

test('every job is listed once with its cost, and the costs of a month equal its total', async () => {
  verifies('DEC-USAGE-01', 'DEC-USAGE-02');
  const all = await jobsOf('');
  assert.equal(new Set(all.map(({ job_id: id }) => id)).size, JOBS);
  assert.equal(all.length, JOBS);
  const times = all.map(({ created_at: at }) => at);
  assert.deepEqual(times, [...times].sort().reverse());
  assert.ok(all.some(({ via }) => via === 'studio') && all.some((job) => job.from_allowance));
  for (const job of all.filter(({ via }) => via === 'api')) {
    const paid = job.balance_cents + job.month_end_cents;
    assert.equal(paid, job.from_allowance ? 0 : job.price_cents);
  }
  for (const month of (await monthOf()).months) {
    const { usage } = await monthOf(month.slice(0, 7));
    const listed = await jobsOf(`&month=${month.slice(0, 7)}`);
    const charged = listed.filter(({ charge }) => charge !== 'reversed');
    assert.equal(
      sum(charged, (job) => job.balance_cents + job.month_end_cents),
      usage.overage_charged_cents,
    );
    const images = await jobsOf(`&month=${month.slice(0, 7)}&kind=image`);
    assert.deepEqual(
      images,
      listed.filter(({ kind }) => kind === 'image'),
    );
  }
  await service.database.query(`update jobs set deleted_at = now(), prompt = null where account_id = $1`, [
    person.accountId,
  ]);
  assert.equal((await jobsOf('')).length, JOBS, 'the ledger stays');
});

test('the CSV file has the same jobs and sums', async () => {
  verifies('DEC-USAGE-02');
  const { headers, text } = await person.get('/usage/jobs.csv?month=2031-02');
  assert.match(headers.get('content-type') ?? '', /^text\/csv/);
  assert.equal(headers.get('content-disposition'), 'attachment; filename="kinora-jobs-2031-02.csv"');
  const [names = '', ...lines] = text.trimEnd().split('\r\n');
  const rows = lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(names.split(',').map((name, at) => [name, values[at] ?? '']));
  });
  const listed = await jobsOf('&month=2031-02');
  assert.deepEqual(
    rows.map((row) => row.job_id),
    listed.map(({ job_id: id }) => id),
  );
  const { usage } = await monthOf('2031-02');
  const charged = rows.filter(({ charge }) => charge !== 'reversed');
  const cents = sum(charged, (row) =>
    Math.round(100 * (Number(row.from_balance_usd) + Number(row.month_end_usd))),
  );
  assert.equal(cents, usage.overage_charged_cents);
});

test('nobody sees the jobs of another account, and a malformed filter is refused', async () => {
  verifies('DEC-USAGE-02');
  const bo = await newCaller(service, 'bo@example.com');
  const [latest] = await jobsOf('');
  assert.deepEqual((await bo.get('/usage/jobs')).body, { jobs: [] });
  assert.deepEqual((await bo.get(`/usage/jobs?cursor=${latest?.job_id}`)).body, { jobs: [] });
  for (const query of ['month=2031', 'month=2031-13', 'kind=audio', 'limit=0', 'cursor=1', 'mnth=2031-01']) {
    assert.equal((await bo.get(`/usage/jobs?${query}`)).status, 400, query);
  }
  assert.equal((await bo.get('/usage?month=1999-01')).status, 400);
});
