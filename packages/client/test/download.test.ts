import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createKinoraClient } from '@kinora/client';
import { verifies } from '@kinora/testing/requirements';
import {
  cut,
  json,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts';

let server: ScriptedServer;
before(async () => {
  server = await startScriptedServer();
});
afterEach(() => {
  server.received.length = 0;
});
after(() => server.stop());

const FILE = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251));
const client = () => createKinoraClient({ baseUrl: server.url, apiKey: 'kn_secret' });

/** Sends the file, or its requested rest, and breaks the connection after `bytes` of it. */
const breaksAfter =
  (bytes: number, etag = '"one"'): Reply =>
  (response, { headers }) => {
    const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    const rest = FILE.subarray(from);
    response.writeHead(from === 0 ? 200 : 206, {
      'content-type': 'video/mp4',
      'content-length': String(rest.length),
      etag,
    });
    if (bytes >= rest.length) response.end(rest);
    else response.write(rest.subarray(0, bytes), () => response.destroy());
  };

test('a download is a stream with progress, and carries no key', async () => {
  verifies('DEC-CLIENT-05', 'DEC-CLIENT-10');
  server.script(breaksAfter(FILE.length));
  const seen: number[] = [];
  const onProgress = ({ received, total }: { received: number; total: number | undefined }) => {
    assert.equal(total, FILE.length);
    seen.push(received);
  };
  const { body, bytes, mime } = await client().openDownload(`${server.url}/files/a`, { onProgress });
  assert.deepEqual([bytes, mime], [FILE.length, 'video/mp4']);
  assert.deepEqual(Buffer.from(await new Response(body).arrayBuffer()), FILE);
  assert.equal(seen.at(-1), FILE.length);
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  );
  assert.equal(server.received[0]?.headers['x-api-key'], undefined);
});

test('a download that breaks off is resumed where it broke', async () => {
  verifies('DEC-CLIENT-05');
  server.script(breaksAfter(30_000), breaksAfter(30_000), breaksAfter(FILE.length));
  assert.deepEqual(Buffer.from(await client().download(`${server.url}/files/a`)), FILE);
  assert.deepEqual(
    server.received.slice(1).map(({ headers }) => headers['if-range']),
    ['"one"', '"one"'],
  );
});

test('a download survives any number of breaks, and a service that is gone for a moment', async () => {
  verifies('DEC-CLIENT-05');
  // Ten parts: more breaks than one request has retries.
  server.script(breaksAfter(10_000));
  assert.deepEqual(Buffer.from(await client().download(`${server.url}/files/a`)), FILE);
  const unavailable = json(503, { error: 'the service is starting', code: 'unknown' });
  server.script(unavailable, breaksAfter(30_000), cut, unavailable, cut, breaksAfter(FILE.length));
  assert.deepEqual(Buffer.from(await client().download(`${server.url}/files/a`)), FILE);
});

test('a download of which nothing more arrives ends after all attempts', async () => {
  verifies('DEC-CLIENT-05');
  server.script(breaksAfter(30_000), breaksAfter(0));
  const hurried = createKinoraClient({ baseUrl: server.url, retries: 2 });
  await assert.rejects(hurried.download(`${server.url}/files/a`), { name: 'KinoraConnectionError' });
  assert.equal(server.received.length, 3);
});

test('a download that falls silent is resumed too', async () => {
  verifies('DEC-CLIENT-05');
  const fallsSilent: Reply = (response) => {
    const headers = { 'content-type': 'video/mp4', 'content-length': String(FILE.length), etag: '"one"' };
    response.writeHead(200, headers).write(FILE.subarray(0, 30_000));
  };
  server.script(fallsSilent, breaksAfter(FILE.length));
  const impatient = createKinoraClient({ baseUrl: server.url, timeoutMs: 200 });
  const signal = AbortSignal.timeout(5_000);
  assert.deepEqual(Buffer.from(await impatient.download(`${server.url}/files/a`, { signal })), FILE);
});

test('a download that cannot be resumed is an error, never a part of the file', async () => {
  verifies('DEC-CLIENT-05');
  const whole: Reply = (response) =>
    response.writeHead(200, { 'content-length': '100000', etag: '"two"' }).end(FILE);
  server.script(breaksAfter(30_000), whole);
  await assert.rejects(client().download(`${server.url}/files/a`), { name: 'KinoraConnectionError' });
  assert.equal(server.received.length, 2);
  server.script(json(404, { error: 'the link has expired', code: 'not_found' }));
  await assert.rejects(client().download(`${server.url}/files/a`), { code: 'not_found', status: 404 });
});

test('an aborted download ends with the reason of its signal', async () => {
  verifies('DEC-CLIENT-05', 'DEC-CLIENT-07');
  const reason = new Error('the person left');
  const abort = new AbortController();
  server.script((response) => {
    response.writeHead(200, { 'content-length': '100000', etag: '"one"' });
    response.write(FILE.subarray(0, 1000));
  });
  const onProgress = () => abort.abort(reason);
  await assert.rejects(
    client().download(`${server.url}/files/a`, { onProgress, signal: abort.signal }),
    reason,
  );
});

test('the MCP package has the name that the service gives it, with the key and without its path', async () => {
  verifies('DEC-CLIENT-01');
  for (const [disposition, filename] of [
    ['attachment; filename="service-mcp-2.1.3.mcpb"', 'service-mcp-2.1.3.mcpb'],
    ['attachment; filename="../../etc/profile"', 'profile'],
    ['attachment; filename="kn_secret"', 'service-mcp.mcpb'],
    ['attachment; filename=".bashrc"', 'service-mcp.mcpb'],
    ['attachment; filename=".."', 'service-mcp.mcpb'],
    ['attachment', 'service-mcp.mcpb'],
  ] as const) {
    server.script((response) =>
      response.writeHead(200, { 'content-disposition': disposition }).end('a zip file'),
    );
    const file = await client().mcpPackage();
    assert.deepEqual([file.filename, new TextDecoder().decode(file.bytes)], [filename, 'a zip file']);
    assert.equal(server.received.at(-1)?.headers['x-api-key'], 'kn_secret');
  }
});
