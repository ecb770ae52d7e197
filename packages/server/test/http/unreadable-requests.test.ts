import assert from 'node:assert/strict';
import { once } from 'node:events';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { within } from '../support/deadline.ts';
import { type RawAnswer, sendRaw } from '../support/raw-http.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** Requests that no HTTP client would send, in the format of the interface to which their path belongs. */

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const ID = 'b2f7a3f0-0000-7000-8000-5b0f4a1e9c1d';
const JOB_API = [
  `/job/${ID}`,
  `/api/job/${ID}`,
  '/generate',
  '/api/generate',
  '/api/report',
  '/health',
  '/api/me',
];
const UNKNOWN = ['/nothing', '/api/nothing', '/jobby'];
const V1 = ['/v1/images/generate', '/api/v1/usage', `/v1/jobs/${ID}`, '/v1/nothing', '/api/auth/token'];
const OPENAI = ['/openai/v1/models', '/api/openai/v1/nothing'];

const SHAPES = { job: ['error'], v1: ['error', 'code', 'issues'] };

/** A request whose header fields, or body, cannot be read. */
const UNREADABLE: Readonly<Record<string, (path: string) => string>> = {
  'a header without a colon': (path) => `POST ${path} HTTP/1.1\r\nHost: x\r\nNo colon here\r\n\r\n`,
  'a length that is not a number': (path) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n`,
  '20 KB of headers': (path) => `GET ${path}?x=1 HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  'two lengths': (path) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc`,
  'length and chunks': (path) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`,
  'another protocol': (path) => `GET ${path} HTTX/1.1\r\nHost: x\r\n\r\n`,
  'no protocol that there is': (path) => `GET ${path} HTTP/9.9\r\nHost: x\r\n\r\n`,
  'a whole address': (path) => `GET http://x${path} HTTP/1.1\r\nHost: x\r\nNo colon\r\n\r\n`,
  'no Host': (path) => `GET ${path} HTTP/1.1\r\n\r\n`,
};

const bodyOf = (answer: RawAnswer) => JSON.parse(answer.body.toString());
const keysOf = (answer: RawAnswer) => Object.keys(bodyOf(answer));

for (const [how, write] of Object.entries(UNREADABLE)) {
  test(`${how}: 400 in the format of the interface`, async () => {
    verifies('DEC-REQUEST-14', 'DEC-REQUEST-10');
    for (const [paths, shape] of [
      [[...JOB_API, ...UNKNOWN], SHAPES.job],
      [V1, SHAPES.v1],
    ] as const) {
      for (const path of paths) {
        const answer = await sendRaw(service.url, [write(path)]);
        assert.deepEqual([answer.status, keysOf(answer)], [400, shape], path);
        assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
      }
    }
    const façade = await sendRaw(service.url, [write('/openai/v1/models')]);
    assert.equal(typeof bodyOf(façade).error.message, 'string');
  });
}

test('chunks that cannot be read belong to the request that sends them', async () => {
  verifies('DEC-REQUEST-14');
  for (const [path, shape] of [
    ['/generate', SHAPES.job],
    ['/v1/images/generate', SHAPES.v1],
  ] as const) {
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: x/1\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const answer = await sendRaw(service.url, [`${head}zz\r\nGET /v1/usage HTTP/1.1\r\n`]);
    // It may be refused for its missing credential before.
    assert.ok(answer.status === 400 || answer.status === 401, `${answer.status}`);
    if (answer.status === 400) assert.deepEqual(keysOf(answer), shape, path);
    else assert.equal('code' in bodyOf(answer), shape === SHAPES.v1, path);
  }
});

test('bytes without a path get a sentence alone', async () => {
  verifies('DEC-REQUEST-14');
  for (const bytes of [
    'GARBAGE\r\n\r\n',
    'GET\r\n\r\n',
    '\x16\x03\x01\x00\xa5',
    'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  ]) {
    const answer = await sendRaw(service.url, [Buffer.from(bytes, 'latin1')]);
    assert.deepEqual([answer.status, keysOf(answer)], [400, ['error']], bytes);
  }
});

test('a method that the path does not have is 405 with Allow, whether Node knows it or not', async () => {
  verifies('DEC-METHOD-01', 'DEC-REQUEST-14');
  const bodies = ['', 'Content-Type: text/plain\r\nContent-Length: 1\r\n', 'Content-Length: 1\r\n'];
  const others = METHODS.filter(
    (method) => !['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method),
  );
  for (const method of [...others, 'MADE-UP', 'get', 'BREW']) {
    for (const [path, allow, shape] of [
      [`/job/${ID}`, 'DELETE, GET, HEAD', ['error']],
      ['/api/generate', 'POST', ['error']],
      ['/v1/images/generate', 'POST', ['error', 'code']],
      ['/api/v1/usage', 'GET, HEAD', ['error', 'code']],
      ['/worker/v1/leases', 'POST', ['error', 'code']],
    ] as const) {
      for (const more of method === 'CONNECT' ? [''] : bodies) {
        const body = more === '' ? '' : 'x';
        const answer = await sendRaw(service.url, [
          `${method} ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n${body}`,
        ]);
        assert.deepEqual(
          [answer.status, answer.headers.get('allow'), keysOf(answer)],
          [405, allow, shape],
          `${method} ${path} ${more}`,
        );
      }
    }
    for (const path of [...UNKNOWN, '/v1/nothing', ...OPENAI.slice(1)]) {
      const answer = await sendRaw(service.url, [`${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`]);
      assert.deepEqual([answer.status, answer.headers.get('allow')], [404, undefined], `${method} ${path}`);
      assert.equal('code' in bodyOf(answer), path.startsWith('/v1'), path);
    }
  }
});

test('a second request on a connection is answered by its own path', async () => {
  verifies('DEC-REQUEST-14');
  const first = 'GET /v1/none HTTP/1.1\r\nHost: x\r\nUser-Agent: x/1\r\n\r\n';
  for (const isPipelined of [false, true]) {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
    });
    const second = `PROPFIND /job/${ID} HTTP/1.1\r\nHost: x\r\nNo colon\r\n\r\n`;
    socket.write(isPipelined ? first + second : first);
    if (!isPipelined) {
      await within(() => 'the first response', once(socket, 'data'));
      socket.write(second);
    }
    await within(() => 'the end of the connection', once(socket, 'end'));
    socket.destroy();
    const last = text.slice(text.lastIndexOf('HTTP/1.1 '));
    assert.match(last, /^HTTP\/1\.1 400 Bad Request\r\n/);
    assert.deepEqual(Object.keys(JSON.parse(last.slice(last.indexOf('{')))), ['error'], last);
  }
});
