import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { listOpenReports, resolveReport } from '../../src/reports/review-reports.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { ASK, type JobCaller, jobCaller, resetCallLimit } from '../support/job-api.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { noStore } from '../support/no-blobs.ts';
import { type Answer, send, startTestApp, type TestApp } from '../support/test-app.ts';

const DAY_MS = 24 * HOUR_MS;
const clock = manualClock('2026-03-01T12:00:00Z');
let service: TestApp;
let author: JobCaller;
before(async () => {
  service = await startTestApp({ clock, environment: { KINORA_TRUSTED_PROXIES: '127.0.0.1,::1' } });
  author = await jobCaller(service);
});
after(() => service.stop());
// Each test starts with unused limits.
beforeEach(() => clock.advance(31 * DAY_MS));

interface Published {
  readonly jobId: string;
  readonly assetId: string;
  readonly url: string;
}

async function publish(count: number): Promise<Published[]> {
  const published: Published[] = [];
  for (let i = 0; i < count; i++) {
    await resetCallLimit(service, author.accountId);
    const { body } = await author.generate({ ...ASK, type: 'image' });
    await deliver(service.worker, await takeLease(service.worker));
    const polled = await author.job(body.job_id);
    const [{ url }] = polled.body.results;
    published.push({ jobId: body.job_id, assetId: url.split('/').at(-1).replace('.png', ''), url });
  }
  return published;
}

/** Sends a report from an address. */
function report({ token }: JobCaller, from: string, { assetId }: Published, reason: string): Promise<Answer> {
  return send(`${service.url}/api/report`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': from,
    },
    body: JSON.stringify({ content_id: assetId, reason }),
  });
}

const isShown = async ({ url }: Published): Promise<boolean> => (await fetch(url)).status === 200;

async function shown(all: readonly Published[]): Promise<number> {
  return (await Promise.all(all.map(isShown))).filter(Boolean).length;
}

async function openReports({ jobId }: Published): Promise<number> {
  return (await listOpenReports(service.database, 1000)).filter((one) => one.jobId === jobId).length;
}

async function keep({ jobId }: Published): Promise<void> {
  const open = (await listOpenReports(service.database, 1000)).find((one) => one.jobId === jobId);
  const deletion = { ...noStore, database: service.database, clock };
  await resolveReport(deletion, open?.id ?? '', 'kept', async () => {});
}

test('one account hides at most three results a day, however many it reports at once', async () => {
  verifies('DEC-REPORT-04', 'DEC-MEDIA-05');
  const all = await publish(8);
  const stranger = await jobCaller(service);
  const answers = await Promise.all(
    all.map((one, index) => report(stranger, `198.51.100.${index}`, one, 'csam')),
  );
  for (const { status, text } of answers) assert.equal(status, 200, text);
  assert.equal(await shown(all), 5);
  for (const one of all) assert.equal(await openReports(one), 1, 'every report is stored for a person');
});

/** Sends a report from an address, as a page of the console does for somebody who is not signed in. */
function reportAsStranger(from: string, { assetId }: Published, reason: string): Promise<Answer> {
  return send(`${service.url}/api/console/report`, {
    method: 'POST',
    headers: { origin: service.url, 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ content_id: assetId, reason }),
  });
}

test('strangers report too: one network hides one result a day, and all of them together 20', async () => {
  verifies('DEC-REPORT-07');
  const all = await publish(23);
  const [first, second] = all as [Published, Published];
  assert.equal((await reportAsStranger('203.0.113.1', first, 'csam')).status, 204);
  assert.equal((await reportAsStranger('203.0.113.1', second, 'csam')).status, 204);
  assert.deepEqual([await isShown(first), await isShown(second)], [false, true]);
  assert.equal(await openReports(second), 1, 'stored for a person');
  const [stored] = (await listOpenReports(service.database, 1000)).filter(
    ({ jobId }) => jobId === first.jobId,
  );
  assert.equal(stored?.reporterId, null);
  await reportAsStranger('203.0.113.1', first, 'csam');
  assert.equal(await openReports(first), 1, 'once');
  for (const [at, one] of all.slice(2).entries()) await reportAsStranger(`198.51.100.${at}`, one, 'csam');
  assert.equal(await shown(all), 3, '20 are hidden, the others wait for a person');
  const account = await jobCaller(service);
  await report(account, '192.0.2.1', second, 'csam');
  assert.equal(await isShown(second), false, 'an account still hides');
});

test('strangers of one network send 20 reports a day, and a false alarm ends their right to hide', async () => {
  verifies('DEC-REPORT-07', 'DEC-REPORT-05');
  const all = await publish(8);
  const [first, second] = all as [Published, Published];
  await reportAsStranger('203.0.113.9', first, 'csam');
  await keep(first);
  clock.advance(2 * DAY_MS);
  await reportAsStranger('203.0.113.9', second, 'csam');
  assert.equal(await isShown(second), true);
  const statuses: number[] = [];
  for (const one of all) {
    for (const reason of ['a', 'b', 'c'])
      statuses.push((await reportAsStranger('203.0.113.8', one, reason)).status);
  }
  assert.deepEqual(statuses, [...Array(20).fill(204), ...Array(4).fill(429)]);
  const refused = await reportAsStranger('203.0.113.8', all.at(-1) ?? first, 'd');
  assert.match(refused.body.error, /sign in to send more/);
  assert.equal(refused.headers.get('retry-after'), String(DAY_MS / 1000));
  assert.equal((await reportAsStranger('203.0.113.7', first, 'other')).status, 204, 'another network may');
  const unknown = { ...first, assetId: '00000000-0000-4000-8000-000000000000' };
  assert.equal((await reportAsStranger('203.0.113.7', unknown, 'other')).status, 400);
});

test('one network hides at most ten results a day, however many accounts it signs up', async () => {
  verifies('DEC-REPORT-04');
  const all = await publish(12);
  const answers: Answer[] = [];
  for (let i = 0; i < all.length; i += 2) {
    const stranger = await jobCaller(service);
    for (const one of all.slice(i, i + 2)) answers.push(await report(stranger, '203.0.113.5', one, 'csam'));
  }
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal(await shown(all), 2);
});

test('what the operator has kept is not hidden again, by the same account or another', async () => {
  verifies('DEC-REPORT-03');
  const [one] = (await publish(1)) as [Published];
  const [stranger, other] = [await jobCaller(service), await jobCaller(service)];
  await report(stranger, '198.51.100.1', one, 'csam');
  assert.equal(await isShown(one), false);
  await keep(one);
  assert.equal(await isShown(one), true);
  for (const reason of ['csam', 'CSAM', ' csam ', 'other']) {
    assert.equal((await report(stranger, '198.51.100.1', one, reason)).status, 200);
  }
  assert.equal(await openReports(one), 0, 'the decision about a report of this account stands');
  assert.equal((await report(other, '198.51.100.2', one, 'csam')).status, 200);
  assert.equal(await isShown(one), true);
  assert.equal(await openReports(one), 1, 'a person looks at the report of another account');
});

test('an account whose report hid what the operator then kept hides nothing for 30 days', async () => {
  verifies('DEC-REPORT-05');
  const [first, second, third] = (await publish(3)) as [Published, Published, Published];
  const stranger = await jobCaller(service);
  await report(stranger, '198.51.100.1', first, 'csam');
  await keep(first);
  await report(stranger, '198.51.100.1', second, 'csam');
  assert.equal(await isShown(second), true);
  const honest = await jobCaller(service);
  await report(honest, '198.51.100.1', third, 'csam');
  assert.equal(await isShown(third), false, 'another account still hides');
  clock.advance(30 * DAY_MS);
  const [later] = (await publish(1)) as [Published];
  const again = await jobCaller(service);
  assert.equal((await report(again, '198.51.100.9', later, 'csam')).status, 200);
  const [much] = (await publish(1)) as [Published];
  await report(stranger, '198.51.100.1', much, 'csam');
  assert.equal(await isShown(much), false);
});

test('an account sends at most 20 reports a day, exactly, and a refusal has the time of the next one', async () => {
  verifies('DEC-REPORT-01');
  const all = await publish(9);
  const stranger = await jobCaller(service);
  const reasons = ['copyright', 'other', 'nonconsensual'];
  const sent = all.flatMap((one) => reasons.map((reason) => ({ one, reason })));
  const answers = await Promise.all(
    sent.map(({ one, reason }) => report(stranger, '198.51.100.1', one, reason)),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 20);
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(refused.length, 7);
  assert.deepEqual(Object.keys(refused[0]?.body).sort(), ['error', 'retry_after']);
  assert.equal(refused[0]?.body.retry_after, DAY_MS / 1000);
  assert.match(refused[0]?.body.error, /20 reports within a day/);
});

test('one content gets at most three reports of an account and 20 open ones of all', async () => {
  verifies('DEC-REPORT-02');
  const [one] = (await publish(1)) as [Published];
  const stranger = await jobCaller(service);
  for (const reason of ['a', 'b', 'c', 'd', 'e', 'a']) {
    assert.equal((await report(stranger, '198.51.100.1', one, reason)).status, 200);
  }
  assert.equal(await openReports(one), 3);
  for (let i = 0; i < 20; i++) {
    assert.equal((await report(await jobCaller(service), '198.51.100.2', one, 'other')).status, 200);
  }
  assert.equal(await openReports(one), 20);
  await report(await jobCaller(service), '198.51.100.3', one, 'csam');
  assert.equal(await isShown(one), false, 'a full list does not keep csam visible');
});

test('csam is stored and hides also after three reports of the account for other reasons', async () => {
  verifies('DEC-REPORT-02', 'DEC-MEDIA-05');
  const [one] = (await publish(1)) as [Published];
  const stranger = await jobCaller(service);
  for (const reason of ['other', 'copyright', 'nonconsensual']) {
    await report(stranger, '198.51.100.1', one, reason);
  }
  for (const reason of ['csam', 'csam', 'fourth']) {
    assert.equal((await report(stranger, '198.51.100.1', one, reason)).status, 200);
  }
  assert.equal(await isShown(one), false);
  assert.equal(await openReports(one), 4);
});

test('a reason is a code and a note is short', async () => {
  verifies('DEC-REPORT-06');
  const [one] = (await publish(1)) as [Published];
  const stranger = await jobCaller(service);
  const post = (body: object) => stranger.report({ content_id: one.assetId, reason: 'other', ...body });
  const long = await post({ details: 'x'.repeat(4000) });
  assert.equal(long.status, 400);
  assert.match(long.body.error, /details.*at most 500/);
  for (const reason of ['I do not like it', '<b>', 'a\nb', 'x'.repeat(4096)]) {
    const { status, body } = await post({ reason });
    assert.equal(status, 400);
    assert.match(body.error, /^reason/);
  }
  assert.equal(await openReports(one), 0);
});
