import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { verifies } from '@kinora/testing/requirements';
import { type RawAnswer, sendRaw } from '../support/raw-http.ts';
import { signUp } from '../support/signed-in.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertInvalid, assertUntouched } from '../support/untouched.ts';

const MIB = 1024 * 1024;
const LIMIT = 24 * MIB;
const BODY = '{"prompt":"x"}';
const JSON_TYPE = 'Content-Type: application/json';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
});
after(() => service.stop());

/** The head of a generate call with these lines added. */
function head(...lines: readonly string[]): string {
  const all = [
    'POST /v1/videos/generate HTTP/1.1',
    'Host: localhost',
    `User-Agent: ${TEST_USER_AGENT}`,
    `X-API-Key: ${customer.key}`,
    ...lines,
  ];
  return `${all.join('\r\n')}\r\n\r\n`;
}

/** Sends the parts and asserts an `invalid_request` that charges nothing. */
async function assertRefused(
  parts: readonly (string | Buffer)[],
  message: RegExp,
  { end = false, hasPath = true }: { readonly end?: boolean; readonly hasPath?: boolean } = {},
): Promise<RawAnswer> {
  const answer = await assertUntouched(service, customer, () => sendRaw(service.url, parts, { end }));
  const text = answer.body.toString();
  assert.equal(answer.status, 400, text);
  const body = JSON.parse(text);
  assert.deepEqual(Object.keys(body), hasPath ? ['error', 'code', 'issues'] : ['error']);
  if (hasPath) {
    assert.equal(body.code, 'invalid_request');
    assert.deepEqual(body.issues, [{ path: '', message: body.error }]);
  }
  assert.match(body.error, message);
  assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  return answer;
}

test('a body that is not announced as JSON is refused', async () => {
  verifies('V1-ENDPOINT-01', 'V1-ERROR-02', 'DEC-REQUEST-10');
  const wrong = /^send the body as Content-Type: application\/json$/;
  const length = `Content-Length: ${BODY.length}`;
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/jsonp',
    'application/problem+json',
    'json',
    '',
    ';',
    'image/png',
  ]) {
    await assertRefused([head(`Content-Type: ${type}`, length), BODY], wrong);
  }
  await assertRefused([head(length), BODY], wrong);
  await assertRefused([head('Transfer-Encoding: chunked'), `e\r\n${BODY}\r\n0\r\n\r\n`], wrong);
});

test('JSON with a parameter and in any case of letters is JSON', async () => {
  verifies('V1-ENDPOINT-01');
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;x=y']) {
    const length = `Content-Length: ${BODY.length}`;
    const { status } = await sendRaw(service.url, [head(`Content-Type: ${type}`, length), BODY]);
    assert.equal(status, 200, type);
  }
});

test('a request without a body is refused with the remedy', async () => {
  verifies('V1-ERROR-02');
  const empty = /^the body is empty; send a JSON object$/;
  await assertRefused([head()], empty);
  await assertRefused([head('Content-Length: 0')], empty);
  await assertRefused([head(JSON_TYPE, 'Content-Length: 0')], empty);
  await assertRefused([head(JSON_TYPE, 'Transfer-Encoding: chunked'), '0\r\n\r\n'], empty);
});

test('a request without Host is refused with the remedy, and an unknown expectation is ignored', async () => {
  verifies('DEC-REQUEST-10', 'V1-ERROR-02');
  await assertRefused([head().replace('Host: localhost\r\n', '')], /^send a Host header$/);
  const lines = [JSON_TYPE, `Content-Length: ${BODY.length}`, 'Expect: a miracle'];
  const { status, headers } = await sendRaw(service.url, [head(...lines), BODY]);
  assert.equal(status, 200);
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
});

test('a request with two Host headers is refused, whatever they say', async () => {
  verifies('DEC-REQUEST-10', 'V1-ERROR-02');
  for (const second of ['Host: example.com', 'host: localhost']) {
    const lines = [second, JSON_TYPE, `Content-Length: ${BODY.length}`];
    await assertRefused([head(...lines), BODY], /^send one Host header$/);
  }
});

test('a compressed body is refused, small or large', async () => {
  verifies('V1-ERROR-02');
  for (const body of [gzipSync(BODY), gzipSync(Buffer.alloc(20 * MIB, 32))]) {
    for (const encoding of ['gzip', 'br', 'identity', 'deflate, gzip']) {
      const lines = [JSON_TYPE, `Content-Encoding: ${encoding}`, `Content-Length: ${body.length}`];
      await assertRefused([head(...lines), body], /^send the body uncompressed$/);
    }
  }
});

test('a body over 24 MiB is refused by its Content-Length', async () => {
  verifies('DEC-REQUEST-09', 'V1-ERROR-02');
  const announced = head(JSON_TYPE, `Content-Length: ${LIMIT + 1}`);
  const answer = await assertRefused([announced], /^the body is too large/);
  assert.equal(answer.headers.get('connection'), 'close');
});

test('a chunked body over 24 MiB is refused', async () => {
  verifies('DEC-REQUEST-09');
  const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MIB, 32), Buffer.from('\r\n')]);
  const parts = [
    head(JSON_TYPE, 'Transfer-Encoding: chunked'),
    ...Array<Buffer>(25).fill(piece),
    '0\r\n\r\n',
  ];
  await assertRefused(parts, /^the body is too large/);
});

test('a body of exactly 24 MiB is read', async () => {
  verifies('DEC-REQUEST-09');
  const [start, end] = ['{"prompt":"x","init_image_base64":"', '"}'];
  const body = start + 'A'.repeat(LIMIT - start.length - end.length) + end;
  const answer = await assertUntouched(service, customer, () => customer.post('/v1/videos/generate', body));
  assertInvalid(answer, 'init_image_base64', /base64|12 MiB/);
});

test('a body that takes no image may have 64 KiB', async () => {
  verifies('DEC-BODY-01');
  const post = (bytes: number) => customer.post('/v1/images/generate', BODY.padEnd(bytes, ' '));
  assert.equal((await post(64 * 1024)).status, 200);
  assertInvalid(
    await post(64 * 1024 + 1),
    '',
    /^the body is too large; this call takes no image, and at most 64 KiB$/,
  );
});

test('a client that sends its whole body before it reads sees the refusal', async () => {
  verifies('DEC-BODY-05', 'DEC-REQUEST-09', 'JOB-ERROR-07');
  const owner = await signUp(service, 'eve@example.com');
  const { token } = JSON.parse(await owner.read('/api/auth/token')) as { token: string };
  const bytes = Buffer.alloc(40 * MIB, 'A');
  const sources = { announced: () => bytes, chunked: () => Readable.from(slices(bytes)) };
  for (let round = 0; round < 3; round++) {
    for (const [name, body] of Object.entries(sources)) {
      const post = (path: string, headers: Record<string, string>) =>
        send(service.url + path, {
          method: 'POST',
          headers: { 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json', ...headers },
          body: body() as unknown as string,
          duplex: 'half',
        } as RequestInit);
      const v1 = await post('/v1/videos/generate', { 'x-api-key': customer.key });
      assert.deepEqual([v1.status, v1.body.code], [400, 'invalid_request'], name);
      const job = await post('/generate', { authorization: `Bearer ${token}` });
      assert.deepEqual([job.status, Object.keys(job.body)], [413, ['error']], name);
      assert.equal((await post('/v1/videos/generate', {})).status, 401, name);
    }
  }
});

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += MIB) yield bytes.subarray(start, start + MIB);
}

test('a wrong Content-Length is refused', async () => {
  verifies('V1-ERROR-02', 'DEC-REQUEST-10', 'DEC-ERROR-02');
  await assertRefused([head(JSON_TYPE, 'Content-Length: 500'), BODY], /^the body ended before/, {
    end: true,
  });
  const invalid = /^this is not a valid HTTP request$/;
  await assertRefused([head(JSON_TYPE, 'Content-Length: 5'), BODY], invalid);
  await assertRefused([head(JSON_TYPE, 'Content-Length: 14', 'Content-Length: 5'), BODY], invalid);
  await assertRefused([head(JSON_TYPE, 'Content-Length: 14', 'Transfer-Encoding: chunked'), BODY], invalid);
  await assertRefused([head(JSON_TYPE, 'Content-Length: -1'), BODY], invalid);
  await assertRefused([head(JSON_TYPE, 'Content-Length: 0x0e'), BODY], invalid);
  await assertRefused([head(JSON_TYPE, 'Transfer-Encoding: chunked'), BODY], invalid);
});

test('bytes that are not HTTP get a response in the same format', async () => {
  verifies('DEC-ERROR-01', 'DEC-REQUEST-10');
  const invalid = /^this is not a valid HTTP request$/;
  await assertRefused(['GARBAGE\r\n\r\n'], invalid, { hasPath: false });
  await assertRefused([Buffer.from('16030100a5010000a10303', 'hex')], invalid, { hasPath: false });
  await assertRefused([head('X Y: space in a name')], invalid);
  const overflow = head(`X-Long: ${'a'.repeat(20_000)}`);
  await assertRefused([overflow], /^the headers are larger than 16 KiB; send fewer$/);
});

test('a tunnel is refused with a response', async () => {
  verifies('V1-ERROR-02');
  const tunnel = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n';
  const refusal = /^this server is not a proxy and does not accept CONNECT$/;
  const { headers } = await assertRefused([tunnel], refusal, { hasPath: false });
  assert.equal(headers.get('connection'), 'close');
});

test('an address that cannot be decoded is a 400 with a request id', async () => {
  verifies('DEC-REQUEST-10', 'V1-ERROR-02');
  const lines = ['Host: localhost', `User-Agent: ${TEST_USER_AGENT}`, `X-API-Key: ${customer.key}`];
  const get = `GET /v1/jobs/%ff HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  await assertRefused([get], /not percent-encoded UTF-8/);
});
