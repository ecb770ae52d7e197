import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { HOUR_MS, manualClock } from '../support/manual-clock.ts';
import { samplePng } from '../support/sample-artifact.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

const clock = manualClock('2031-03-05T12:00:00.000Z');
const IMAGE = samplePng({ width: 1024, height: 1024 });

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ clock });
  customer = await service.account();
});
after(() => service.stop());

/** A finished image: its id, where to poll it and a link signed now. */
async function finished() {
  const { body } = await customer.post('/v1/images/generate', { prompt: 'a quiet lake' });
  await deliver(service.worker, await takeLease(service.worker), IMAGE);
  const job = await customer.get(body.poll_url);
  return {
    pollUrl: body.poll_url as string,
    jobId: body.job_id as string,
    url: job.body.result_url as string,
  };
}

/** Status and body of a GET of exactly this path, which `fetch` would normalise. */
function getPath(path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const call = request({ hostname, port, path, agent: false }, (answer) => {
      let body = '';
      answer.setEncoding('latin1').on('data', (chunk) => {
        body += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    call.on('error', reject);
    call.end();
  });
}

test('a link downloads the bytes without a key', async () => {
  verifies('V1-JOB-07', 'V1-JOB-03');
  const { url, jobId } = await finished();
  const answer = await fetch(url);
  assert.equal(answer.status, 200);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), IMAGE);
  assert.equal(answer.headers.get('content-type'), 'image/png');
  assert.equal(answer.headers.get('content-length'), String(IMAGE.length));
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(
    answer.headers.get('content-disposition'),
    `inline; filename="kinora-${jobId.slice(-12)}.png"`,
  );
});

test('a link names key id, artefact and expiry, and is signed for GET', async () => {
  verifies('DEC-JOB-13', 'V1-JOB-03');
  const { url, jobId } = await finished();
  const { origin, pathname, searchParams } = new URL(url);
  assert.equal(origin, service.url);
  assert.match(pathname, new RegExp(`^/files/jobs/${jobId}/1/final-[0-9a-f]{16}\\.png$`));
  assert.deepEqual([...searchParams.keys()], ['kid', 'expires', 'sig']);
  assert.equal(Number(searchParams.get('expires')), clock.now().getTime() / 1000 + 86_400);
  assert.equal(Buffer.from(searchParams.get('sig') ?? '', 'base64url').length, 32);
  for (const method of ['PUT', 'POST', 'DELETE', 'PATCH']) {
    assert.equal((await fetch(url, { method })).status, 405);
  }
});

test('a link works for 24 hours and not one millisecond longer', async () => {
  verifies('V1-JOB-03', 'V1-JOB-04');
  clock.set('2031-03-05T12:00:00.000Z');
  const { url, pollUrl } = await finished();
  clock.advance(24 * HOUR_MS - 1);
  assert.equal((await fetch(url)).status, 200);
  clock.advance(1);
  const expired = await fetch(url);
  assert.equal(expired.status, 404);
  assert.deepEqual(await expired.json(), {
    error: 'This link is invalid or has expired; poll the job again for a new one.',
    code: 'not_found',
  });
  const fresh = (await customer.get(pollUrl)).body.result_url;
  assert.notEqual(fresh, url);
  assert.equal((await fetch(fresh)).status, 200);
});

test('a link with any single bit flipped is refused', async () => {
  verifies('DEC-JOB-13', 'V1-JOB-03');
  const { url } = await finished();
  const signed = url.slice(service.url.length);
  assert.equal((await getPath(signed)).status, 200);
  const altered: string[] = [];
  for (let at = '/files/'.length; at < signed.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const code = signed.charCodeAt(at) ^ (1 << bit);
      // Characters that a request line cannot contain are percent-encoded; '#' and '%' are sent unchanged.
      const char =
        code > 0x20 && code < 0x7f ? String.fromCharCode(code) : `%${code.toString(16).padStart(2, '0')}`;
      altered.push(signed.slice(0, at) + char + signed.slice(at + 1));
    }
  }
  assert.ok(altered.length > 1000);
  for (let start = 0; start < altered.length; start += 50) {
    const batch = altered.slice(start, start + 50);
    const answers = await Promise.all(batch.map(getPath));
    for (const [index, { status, body }] of answers.entries()) {
      assert.ok(status === 404 || status === 400, `${batch[index]} returns ${status}`);
      assert.ok(!body.includes('PNG'));
    }
  }
});

test('a repeated, missing or reformatted parameter is refused', async () => {
  verifies('DEC-JOB-13');
  const { url } = await finished();
  const { pathname, searchParams } = new URL(url);
  const [kid, expires, sig] = ['kid', 'expires', 'sig'].map((name) => searchParams.get(name));
  const refused = [
    `kid=1&expires=${expires}&sig=${sig}&sig=${sig}`,
    `kid=1&expires=${expires}&expires=${expires}&sig=${sig}`,
    `kid=1&kid=1&expires=${expires}&sig=${sig}`,
    `expires=${expires}&sig=${sig}`,
    `kid=1&sig=${sig}`,
    `kid=1&expires=${expires}`,
    `kid=1&expires=${expires}&sig=`,
    `kid=2&expires=${expires}&sig=${sig}`,
    `kid=1&expires=0${expires}&sig=${sig}`,
    `kid=1&expires=${expires}.0&sig=${sig}`,
    `kid=1&expires=${Number(expires) + 1}&sig=${sig}`,
    `kid=1&expires=${expires}&sig=${sig}=`,
    `kid=1&expires=${expires}&sig=${sig?.toLowerCase()}`,
    `kid=1&expires=${expires}&sig[]=${sig}`,
    '',
  ];
  for (const query of refused) {
    assert.equal((await getPath(`${pathname}?${query}`)).status, 404, query);
  }
  assert.equal((await getPath(`${pathname}?kid=${kid}&expires=${expires}&sig=${sig}`)).status, 200);
});

test("a link does not open another job's bytes, nor anything outside the store", async () => {
  verifies('DEC-JOB-13');
  const [one, other] = [await finished(), await finished()];
  const query = new URL(one.url).search;
  for (const path of [
    new URL(other.url).pathname,
    `/files/jobs/${one.jobId}/2/result.png`,
    '/files/../secrets.json',
    '/files/..%2fsecrets.json',
    '/files/%2e%2e/secrets.json',
    '/files/jobs/../../secrets.json',
    '/files//etc/passwd',
    '/files/',
    '/files/%00',
  ]) {
    assert.equal((await getPath(path + query)).status, 404, path);
  }
});

test('a link does not work after DELETE, although its signature is valid', async () => {
  verifies('DEC-JOB-04', 'V1-STATE-07');
  const { url, pollUrl } = await finished();
  assert.equal((await fetch(url)).status, 200);
  assert.equal((await customer.delete(pollUrl)).status, 204);
  assert.equal((await fetch(url)).status, 404);
});
