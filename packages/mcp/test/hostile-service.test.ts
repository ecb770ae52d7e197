import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import {
  json,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../client/test/support/scripted-server.ts';
import { until } from '../../server/test/support/deadline.ts';
import { type AdapterProcess, startAdapter } from './support/adapter-process.ts';

/** A service, or what stands in its place, against the host of the adapter and the key. */

const KEY = 'kn_0123456789abcdefghijklmnopqrstuv';
const EVIL = `\x1b[2J\u202e\u{e0068}\u{e0069}\u200b ${KEY.slice(0, 8)}\u200b${KEY.slice(8, 20)}\n${KEY.slice(20)} \x9b${KEY}`;
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const MIB = 1024 * 1024;

let service: ScriptedServer;
let elsewhere: ScriptedServer;
let adapter: AdapterProcess;
before(async () => {
  [service, elsewhere] = await Promise.all([startScriptedServer(), startScriptedServer()]);
});
after(() => Promise.all([service.stop(), elsewhere.stop()]));
beforeEach(async () => {
  adapter = await startAdapter({ origin: service.url, environment: { SERVICE_API_TOKEN: KEY } });
});
afterEach(() => adapter.stop());

const JOB = {
  job_id: '0199a3c4-0000-7000-8000-000000000000',
  kind: 'image',
  status: 'completed',
  result_url: 'https://kinora.example/a.png',
  expires_in: 60,
  seed: 1,
  price_cents: 5,
  created_at: '2026-01-01T00:00:00.000Z',
  completed_at: '2026-01-01T00:00:01.000Z',
};

/** The job, with `preview` as its preview. */
function withPreview(preview: Reply, job: object = {}): void {
  service.script((response, request) =>
    request.path.endsWith('/preview')
      ? preview(response, request)
      : json(200, { ...JOB, ...job })(response, request),
  );
}

const check = () => adapter.call('service_check_status', { job_id: JOB.job_id, wait_seconds: 0 });
const blocks = async () => (await check()).content.map(({ type }) => type);

function send(bytes: Uint8Array | string, type: string): Reply {
  return (response) => void response.writeHead(200, { 'content-type': type }).end(bytes);
}

test('a preview that is an image has the type of its bytes', async () => {
  verifies('DEC-MCP-20');
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    withPreview(send(await plain().resize(64, 64).toFormat(format).toBuffer(), 'text/html'));
    const image = (await check()).content.find(({ type }) => type === 'image');
    assert.equal(image?.type === 'image' && image.mimeType, `image/${format}`);
  }
});

test('what is not an image, or a large one, is not passed on', async () => {
  verifies('DEC-MCP-20');
  const large = await plain().resize(3000, 16).png().toBuffer();
  for (const [bytes, type] of [
    ['<script>alert(1)</script>', 'text/html'],
    ['<script>alert(1)</script>', 'image/png'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['GIF89a', 'image/gif'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['', 'image/png'],
    [large, 'image/png'],
  ] as const) {
    withPreview(send(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, type));
    assert.deepEqual(await blocks(), ['text', 'resource_link'], type);
  }
});

test('a preview that does not end is read up to a bound, and its connection closed', async () => {
  verifies('DEC-MCP-20');
  const image = await plain().resize(64, 64).png().toBuffer();
  let sent = 0;
  let isClosed = false;
  const pour = (response: ServerResponse): void => {
    if (response.destroyed) return;
    sent += 65_536;
    response.write(Buffer.alloc(65_536), () => setImmediate(pour, response));
  };
  withPreview((response) => {
    response.on('close', () => {
      isClosed = true;
    });
    response.writeHead(200, { 'content-type': 'image/png' }).write(image);
    pour(response);
  });
  assert.deepEqual(await blocks(), ['text', 'resource_link']);
  await until(() => isClosed);
  assert.ok(sent < 32 * MIB, `${sent / MIB} MiB were sent`);
});

test('the key follows no redirect', async () => {
  verifies('DEC-MCP-20', 'DEC-CLIENT-10');
  elsewhere.script(json(200, {}));
  withPreview(json(307, {}, { location: `${elsewhere.url}/preview` }));
  assert.deepEqual(await blocks(), ['text', 'resource_link']);
  service.script(json(301, {}, { location: `${elsewhere.url}/v1/jobs/${KEY}` }));
  const { isError, content } = await check();
  assert.ok(isError);
  assert.ok(!JSON.stringify(content).includes(KEY));
  assert.equal(elsewhere.received.length, 0);
});

test('a link of another kind is not passed on as one', async () => {
  verifies('DEC-MCP-20');
  for (const result_url of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x']) {
    withPreview(json(404, { error: 'none', code: 'not_found' }), { result_url });
    assert.deepEqual(await blocks(), ['text'], result_url);
  }
});

test('text of the service is visible data without the key, in results and in refusals', async () => {
  verifies('DEC-MCP-21');
  const assertHarmless = (value: unknown, what: string): void => {
    const text = JSON.stringify(value, (_name, item) => {
      if (typeof item === 'string')
        assert.doesNotMatch(item.replaceAll(/\\u[\da-f]{4}/g, '\x00'), UNSEEN, what);
      return item;
    });
    assert.ok(!text.replaceAll(/\\[un][\da-f]{0,4}|[^\x21-\x7e]/g, '').includes(KEY), text);
  };
  for (const [what, reply] of Object.entries({
    result: json(200, { ...JOB, status: 'failed', error: EVIL, [EVIL]: EVIL }),
    'a refusal': json(400, { error: EVIL, code: 'invalid_request', issues: [{ path: EVIL, message: EVIL }] }),
    'an unknown refusal': json(418, { error: EVIL, code: EVIL, [EVIL]: [EVIL] }),
    'a text': (response: ServerResponse) => void response.writeHead(500).end(EVIL),
    'no JSON': (response: ServerResponse) => void response.writeHead(200).end(EVIL),
  })) {
    service.script(reply);
    for (const call of [
      check,
      () => adapter.call('service_usage'),
      () => adapter.call('service_about'),
      () => adapter.call('service_generate_image', { prompt: 'a boat' }),
    ]) {
      const { value, text, content } = await call();
      assertHarmless([value, text, content], what);
    }
  }
});

test('a response that does not end is a refusal', async () => {
  verifies('DEC-MCP-20', 'DEC-CLIENT-14');
  let sent = 0;
  const pour = (response: ServerResponse): void => {
    if (response.destroyed) return;
    sent += 65_536;
    response.write(Buffer.alloc(65_536, ' '), () => setImmediate(pour, response));
  };
  service.script((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    pour(response);
  });
  const { isError, value } = await check();
  assert.deepEqual([isError, value.code], [true, 'response_too_large']);
  assert.ok(sent < 32 * MIB, `${sent / MIB} MiB were sent`);
});
