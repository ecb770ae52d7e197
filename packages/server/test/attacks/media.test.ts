import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { initImageKey } from '../../src/storage/blob-keys.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { ASK, imageOf, type JobCaller, jobCaller } from '../support/job-api.ts';
import { type RawAnswer, sendRaw } from '../support/raw-http.ts';
import { samplePng } from '../support/sample-artifact.ts';
import { startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';
import { storedBlobs } from '../support/untouched.ts';

/** Attempts to read what others made, to read outside the store, and to run a result as a page. */

const PAGE = '<html><script>alert(document.domain)</script></html>';
const RESULT = samplePng({ width: 1024, height: 1024 }, PAGE);

let service: TestApp;
let customer: TestAccount;
/** A result of v1 with its signed link, and a public one of the job API. */
let signed: { readonly jobId: string; readonly pollUrl: string; readonly url: URL };
let shown: URL;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(service.worker, await takeLease(service.worker), RESULT);
  const { result_url } = (await customer.get(body.poll_url)).body;
  signed = { jobId: body.job_id, pollUrl: body.poll_url, url: new URL(result_url) };
  shown = await published(await jobCaller(service));
});
after(() => service.stop());

async function published(caller: JobCaller): Promise<URL> {
  const { body } = await caller.generate({ ...ASK, type: 'image' });
  await deliver(service.worker, await takeLease(service.worker), RESULT);
  return new URL((await caller.job(body.job_id)).body.results[0].url);
}

/** Sends exactly this path, which `fetch` would normalise. */
function call(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<RawAnswer> {
  const all = { host: 'localhost', 'user-agent': TEST_USER_AGENT, connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return sendRaw(service.url, [`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`]);
}

function assertHidden({ status, headers, body }: RawAnswer, why: string): void {
  assert.ok(status === 404 || status === 400, `${why}: ${status}`);
  for (const name of ['etag', 'content-range', 'accept-ranges', 'content-disposition']) {
    assert.equal(headers.get(name), undefined, `${why}: ${name}`);
  }
  assert.ok(!body.includes('PNG') && !body.includes('root:'), why);
}

test('conditions and ranges tell nothing about a file that a link does not open', async () => {
  verifies('DEC-JOB-13', 'DEC-METHOD-03');
  const { pathname, search } = signed.url;
  const etag = (await call(pathname + search)).headers.get('etag') ?? '';
  assert.match(etag, /^"/);
  const forged = `${pathname}${search.replace(/sig=.../, 'sig=AAA')}`;
  const asked = [{ 'if-none-match': '*' }, { 'if-none-match': etag }, { range: 'bytes=0-0' }, {}];
  for (const headers of asked) {
    for (const method of ['GET', 'HEAD']) {
      assertHidden(await call(forged, headers, method), `${method} ${JSON.stringify(headers)}`);
    }
  }
  // The same of a link that was valid, when its job is deleted.
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a pear' });
  await deliver(service.worker, await takeLease(service.worker), RESULT);
  const link = new URL((await customer.get(body.poll_url)).body.result_url);
  const kept = (await call(link.pathname + link.search)).headers.get('etag') ?? '';
  await customer.delete(body.poll_url);
  for (const condition of ['*', kept]) {
    assertHidden(await call(link.pathname + link.search, { 'if-none-match': condition }), condition);
  }
});

test('the link of a result does not open the upload of its job', async () => {
  verifies('DEC-JOB-13');
  const upload = await imageOf(64, 48);
  const { body } = await customer.post('/v1/videos/generate', { prompt: 'x', init_image_base64: upload });
  const key = initImageKey(body.job_id);
  assert.ok(storedBlobs(service).includes(key), 'the upload is stored');
  assertHidden(await call(`/files/${key}${signed.url.search}`), 'with the link of another job');
  assertHidden(await call(`/files/${key}`), 'without a link');
  assertHidden(await call(`/media/${key}`), 'as a public result');
  assert.equal((await customer.delete(body.poll_url)).status, 204);
});

test('no spelling of a path leaves the store', async () => {
  const { pathname, search } = signed.url;
  const up = ['..', '%2e%2e', '%252e%252e', '..%00', '%c0%ae%c0%ae', '..;', '....'];
  for (const dots of up) {
    for (const slash of ['/', '%2f', '%5c', '%252f', '\\']) {
      const outside = Array(12).fill(dots).join(slash);
      for (const folder of ['/files', '/media', pathname, shown.pathname]) {
        for (const target of ['etc/passwd', 'secrets.json']) {
          const path = `${folder}${slash}${outside}${slash}${target.replaceAll('/', slash)}`;
          assertHidden(await call(path + search), path);
        }
      }
    }
  }
});

test('a result with a page in it is served as an image, whatever the request asks for', async () => {
  verifies('DEC-MEDIA-01');
  assert.ok(RESULT.includes(PAGE));
  const asks: Record<string, string>[] = [
    { accept: 'text/html' },
    { accept: 'text/html', range: `bytes=${RESULT.indexOf(PAGE)}-` },
    { 'content-type': 'text/html' },
  ];
  for (const { pathname, search } of [signed.url, shown]) {
    for (const headers of asks) {
      const answer = await call(pathname + search, headers);
      assert.ok(answer.status === 200 || answer.status === 206);
      assert.equal(answer.headers.get('content-type'), 'image/png');
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    }
  }
});

test('a public result has no other name, in particular none of a page', async () => {
  verifies('DEC-MEDIA-01');
  const { pathname } = shown;
  const stem = pathname.replace(/\.png$/, '');
  const names = ['.html', '.svg', '.PNG', '.png.html', '.png%00.html', '.png/', '.png/x.html', '.png;a.html'];
  for (const name of names) assertHidden(await call(stem + name), name);
  assertHidden(await call(pathname.toUpperCase().replace('/MEDIA/', '/media/')), 'in upper case');
  assertHidden(await call(`/files${pathname.replace('/media', '')}${signed.url.search}`), 'as a signed file');
});

test('thousands of ranges get the file once', async () => {
  verifies('V1-JOB-07');
  const range = `bytes=${Array(2500).fill('0-').join(',')}`;
  const answer = await call(signed.url.pathname + signed.url.search, { range });
  assert.deepEqual([answer.status, answer.body.length], [200, RESULT.length]);
});

test('the Host header of a request is not in any link that is returned', async () => {
  verifies('DEC-SETTING-03');
  const evil = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example;proto=https',
  };
  const poll = await call(signed.pollUrl, { ...evil, 'x-api-key': customer.key });
  assert.equal(poll.status, 200);
  assert.equal(new URL(JSON.parse(poll.body.toString()).result_url).origin, service.url);
  const json = { ...evil, 'content-type': 'application/json' };
  const claim = await call('/v1/pay/start', { ...json, 'content-length': '2' }, 'POST', '{}');
  assert.equal(claim.status, 200);
  const page = await call('/account/top-up', evil);
  for (const { body, headers } of [poll, claim, page]) {
    assert.ok(!body.includes('evil.example'));
    for (const value of headers.values()) assert.ok(!value.includes('evil.example'), value);
  }
});
