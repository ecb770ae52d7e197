import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { newId } from '../../src/kernel/ids.ts';
import { listOpenReports } from '../../src/reports/review-reports.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { ASK, type JobCaller, jobCaller, resetCallLimit } from '../support/job-api.ts';
import { kinora } from '../support/service-process.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let author: JobCaller;
let reader: JobCaller;
before(async () => {
  service = await startTestApp();
  author = await jobCaller(service);
  reader = await jobCaller(service);
});
after(() => service.stop());

interface Published {
  readonly jobId: string;
  readonly assetId: string;
  readonly url: string;
  readonly bytes: Buffer;
}

async function publish(): Promise<Published> {
  await resetCallLimit(service, author.accountId);
  const { body } = await author.generate({ ...ASK, type: 'image' });
  const bytes = await deliver(service.worker, await takeLease(service.worker));
  const polled = await author.job(body.job_id);
  const [{ url }] = polled.body.results;
  return { jobId: body.job_id, assetId: url.split('/').at(-1).replace('.png', ''), url, bytes };
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

describe('a public result', () => {
  test('is served without a token, by GET and HEAD, with its type and as cacheable', async () => {
    verifies('DEC-MEDIA-01', 'JOB-STATUS-14');
    const { url, assetId, bytes } = await publish();
    const got = await fetch(url);
    assert.deepEqual(Buffer.from(await got.arrayBuffer()), bytes);
    const head = await fetch(url, { method: 'HEAD' });
    for (const { status, headers } of [got, head]) {
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'image/png');
      assert.equal(headers.get('content-length'), String(bytes.length));
      assert.equal(headers.get('accept-ranges'), 'bytes');
      assert.equal(headers.get('cache-control'), 'public, max-age=60, must-revalidate');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
    }
    const again = await fetch(url, { headers: { 'if-none-match': `"${assetId}"` } });
    assert.equal(again.status, 304);
  });

  test('is served in ranges', async () => {
    const { url, bytes } = await publish();
    const size = bytes.length;
    const part = await fetch(url, { headers: { range: 'bytes=1-2' } });
    assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes 1-2/${size}`]);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(1, 3));
    const beyond = await fetch(url, { headers: { range: `bytes=${size}-` } });
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${size}`]);
  });

  test('has a random name, and no other name', async () => {
    const { url, assetId, jobId } = await publish();
    assert.match(assetId, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const media = `${service.url}/media`;
    for (const name of [
      assetId,
      `${assetId}.mp4`,
      `${jobId}.png`,
      `${newId()}.png`,
      `x/${assetId}.png`,
      '',
    ]) {
      const answer = await fetch(`${media}/${name}`);
      assert.equal(answer.status, 404, name);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
    assert.equal(await statusOf(url), 200);
  });
});

describe('a report', () => {
  test('has the id of the result or of its job, and is stored for review', async () => {
    verifies(
      'JOB-REPORT-01',
      'JOB-REPORT-02',
      'JOB-REPORT-03',
      'JOB-REPORT-04',
      'DEC-MEDIA-02',
      'DEC-MEDIA-04',
    );
    const { assetId, jobId, url } = await publish();
    for (const [contentId, reason, details] of [
      [assetId, 'copyright', 'the bridge is mine'],
      [jobId, 'other', undefined],
      [assetId, 'X_-'.padEnd(40, '9'), 'd'.repeat(500)],
    ]) {
      const answer = await reader.report({ content_id: contentId, reason, details });
      assert.deepEqual([answer.status, answer.body], [200, { ok: true }], answer.text);
    }
    const stored = (await listOpenReports(service.database, 100)).filter((one) => one.jobId === jobId);
    assert.deepEqual(
      stored.map(({ reason, reporterId, isHidden }) => [reason, reporterId, isHidden]),
      ['copyright', 'other', 'x_-'.padEnd(40, '9')].map((reason) => [reason, reader.accountId, false]),
    );
    assert.equal(await statusOf(url), 200, 'the image is served until an operator has reviewed the report');
    await reader.report({ content_id: assetId, reason: 'copyright' });
    const again = (await listOpenReports(service.database, 100)).filter((one) => one.jobId === jobId);
    assert.equal(again.length, 3, 'a repeated report is stored once');
  });

  test('that is invalid, or of unknown content, is a 400', async () => {
    verifies('JOB-REPORT-05', 'DEC-MEDIA-03', 'JOB-ERROR-12', 'DEC-REPORT-06');
    const { assetId } = await publish();
    const good = { content_id: assetId, reason: 'other' };
    for (const body of [
      {},
      { content_id: assetId },
      { reason: 'other' },
      { ...good, reason: '' },
      { ...good, reason: 'x'.repeat(41) },
      { ...good, reason: 7 },
      { ...good, reason: 'two words' },
      { ...good, reason: 'ünknown' },
      { ...good, details: 'd'.repeat(501) },
      { ...good, details: 1 },
      { ...good, reson: 'other' },
      { ...good, content_id: newId() },
      { ...good, content_id: 'a b' },
      { ...good, content_id: '' },
      [],
    ]) {
      const answer = await reader.report(body);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['error']], answer.text);
    }
  });

  test('of a job without a result is a 400', async () => {
    verifies('DEC-MEDIA-03');
    await resetCallLimit(service, author.accountId);
    const { body } = await author.generate({ ...ASK, type: 'image' });
    assert.equal((await reader.report({ content_id: body.job_id, reason: 'csam' })).status, 400);
    await deliver(service.worker, await takeLease(service.worker));
  });
});

describe('a report of csam', () => {
  const cli = (...args: string[]) =>
    kinora(['reports', ...args], {
      DATABASE_URL: service.connectionString,
      KINORA_DATA_DIR: service.dataDir,
    });
  const reportOf = async (jobId: string) =>
    (await listOpenReports(service.database, 100)).find((one) => one.jobId === jobId)?.id ?? '';

  test('hides the result at once, until the operator keeps it', async () => {
    verifies('DEC-MEDIA-05');
    const { assetId, jobId, url } = await publish();
    assert.equal((await reader.report({ content_id: assetId, reason: 'CSAM' })).status, 200);
    assert.equal(await statusOf(url), 404);
    const hidden = await author.job(jobId);
    assert.deepEqual([hidden.body.status, 'results' in hidden.body], ['blocked', false]);
    assert.match(hidden.body.error, /hidden until a person has reviewed/);

    const listed = await cli('list');
    assert.match(
      listed.output,
      new RegExp(`"csam", hidden\\n  content ${assetId} of account ${author.accountId}`),
    );
    const id = await reportOf(jobId);
    assert.match((await cli('resolve', id, '--keep')).output, /^The content is kept; 1 report resolved\./);
    assert.equal(await statusOf(url), 200);
    assert.equal((await author.job(jobId)).body.status, 'completed');
    assert.match((await cli('resolve', id, '--keep')).output, /there is no open report/);
  });

  test('deletes the result when the operator removes it', async () => {
    verifies('DEC-MEDIA-05');
    const { jobId, url } = await publish();
    await reader.report({ content_id: jobId, reason: 'csam' });
    await author.report({ content_id: jobId, reason: 'other' });
    const removed = await cli('resolve', await reportOf(jobId), '--remove');
    assert.match(removed.output, /^The content is deleted; 2 reports resolved\./);
    assert.equal(await statusOf(url), 404);
    assert.equal((await author.job(jobId)).status, 404);
    const [row] = await service.database.query('select artifact_key, prompt from jobs where id = $1', [
      jobId,
    ]);
    assert.deepEqual(row, { artifact_key: null, prompt: null });
  });

  test('is listed for scripts too, and the command describes its arguments', async () => {
    const { jobId } = await publish();
    await reader.report({ content_id: jobId, reason: 'csam', details: 'see "this"\n' });
    const { output } = await cli('list', '--json');
    const lines = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(lines.find((line) => line.jobId === jobId)?.details, 'see "this"\n');
    for (const args of [
      [],
      ['resolve'],
      ['resolve', newId()],
      ['resolve', newId(), '--keep', '--remove'],
      ['x'],
    ]) {
      assert.equal((await cli(...args)).code, 2, args.join(' '));
    }
    assert.equal((await cli('resolve', newId(), '--keep')).code, 1);
  });
});
