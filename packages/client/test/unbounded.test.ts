import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { setImmediate as afterEvents } from 'node:timers/promises';
import { verifies } from '@kinora/testing/requirements';
import { within } from '../../server/test/support/deadline.ts';
import { type ClaimStatus, createKinoraClient, KinoraError, type PayStart } from '../src/index.ts';
import { waitForClaim } from '../src/wait-for-claim.ts';
import { json, type Reply, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

/** A service whose responses do not end. */

const MIB = 1024 * 1024;

let server: ScriptedServer;
before(async () => {
  server = await startScriptedServer();
});
after(() => server.stop());

const client = (more: object = {}) =>
  createKinoraClient({ baseUrl: server.url, apiKey: 'kn_secret', retries: 0, timeoutMs: 20_000, ...more });

/** How much of the endless responses has been sent. */
let sent = 0;

/** Sends `chunk` for as long as somebody reads. */
function endless(chunk: string | Buffer, headers: Record<string, string> = {}, status = 200): Reply {
  return (response) => {
    sent = 0;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    pour(response, chunk);
  };
}

function pour(response: ServerResponse, chunk: string | Buffer): void {
  if (response.destroyed) return;
  sent += chunk.length;
  response.write(chunk, () => setImmediate(pour, response, chunk));
}

test('a response that does not end is not read on', async () => {
  verifies('DEC-CLIENT-14');
  const spaces = Buffer.alloc(64 * 1024, ' ');
  for (const [what, most, call] of [
    ['JSON', 8, () => client().usage()],
    ['a preview', 4, () => client().preview('a')],
    ['the MCP package', 64, () => client().mcpPackage()],
  ] as const) {
    server.script(endless(spaces));
    await assert.rejects(
      within(() => what, call() as Promise<unknown>),
      (error) => error instanceof KinoraError && error.code === 'response_too_large',
      what,
    );
    assert.ok(sent < (most + 16) * MIB, `${what}: ${sent / MIB} MiB were sent`);
  }
  server.script(endless(spaces, {}, 500));
  await assert.rejects(
    within(() => 'an error', client().usage()),
    { status: 500 },
  );
  assert.ok(sent < 16 * MIB, `${sent / MIB} MiB of an error were sent`);
  server.script(endless(spaces));
  await within(() => 'the deletion', client().deleteJob('a'));
});

test('a response that drips ends by the time of the call, or of its parts', async () => {
  verifies('DEC-CLIENT-14');
  const drip: Reply = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  };
  const impatient = client({ timeoutMs: 300 });
  server.script(drip);
  await assert.rejects(
    within(() => 'JSON', impatient.usage()),
    /no response within/,
  );
  await assert.rejects(
    within(() => 'an inline result', impatient.generateImageInline({ prompt: 'a' })),
    /almost nothing arrived/,
  );
  await assert.rejects(
    within(() => 'a download', impatient.download(`${server.url}/file`)),
    /almost nothing/,
  );
});

test('a download that breaks off without progress ends', async () => {
  verifies('DEC-CLIENT-14');
  let parts = 0;
  server.script((response, { headers }) => {
    parts += 1;
    const from = Number(/bytes=(\d+)/.exec(headers.range ?? '')?.[1] ?? 0);
    response.writeHead(headers.range === undefined ? 200 : 206, {
      etag: '"a"',
      'content-length': 1_000_000 - from,
    });
    response.write('x', () => response.destroy());
  });
  const patient = client({ retries: 1, maxRetryWaitMs: 1000 });
  await assert.rejects(within(() => 'the download', patient.download(`${server.url}/file`)));
  assert.ok(parts > 10 && parts < 30, `${parts} parts`);
});

test('an event that does not end is followed by a poll', async () => {
  verifies('DEC-CLIENT-14');
  const line = Buffer.alloc(64 * 1024, 'x');
  server.script(
    endless(line, { 'content-type': 'text/event-stream' }),
    json(200, { job_id: 'a', status: 'completed' }),
  );
  assert.equal((await within(() => 'the end', client().waitFor('a'))).status, 'completed');
  assert.ok(sent < 16 * MIB, `${sent / MIB} MiB were sent`);
});

test('a claim is polled neither in a loop nor forever', async (t) => {
  verifies('DEC-CLIENT-14');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const interval of [0, -5, Number.NaN, 'soon', 1e12] as readonly number[]) {
    let polls = 0;
    const poll = async () => {
      polls += 1;
      return { status: 'pending', interval, expires_in: 900 } as ClaimStatus;
    };
    let end: ClaimStatus | undefined;
    const started = { code: 'a', interval, expires_in: 1e12 } as unknown as PayStart;
    void waitForClaim(poll, started).then((ended) => {
      end = ended;
    });
    t.mock.timers.tick(999);
    await afterEvents();
    assert.equal(polls, 0, `${interval}`);
    for (let seconds = 0; seconds < 4000 && end === undefined; seconds += 1) {
      t.mock.timers.tick(1000);
      await afterEvents();
    }
    assert.deepEqual(end, { status: 'expired' });
    assert.ok(polls > 50 && polls <= 3660, `${polls} polls`);
  }
});

test('an error does not quote the key that the service returns', async () => {
  verifies('DEC-CLIENT-13');
  const body = { error: 'kn_secret is wrong', code: 'x', issues: [{ path: 'kn_secret', kn_secret: 1 }] };
  for (const reply of [
    json(400, body),
    json(302, {}, { location: 'https://example.com/?key=kn_secret' }),
    json(302, {}, { location: 'http://[kn_secret' }),
    (response: ServerResponse) => void response.writeHead(500).end('kn_secret'),
    (response: ServerResponse) => void response.writeHead(500).end('{"error": "\\u006bn_secret"}'),
  ]) {
    server.script(reply);
    const error = await client()
      .usage()
      .catch((reason: unknown) => reason);
    assert.ok(error instanceof KinoraError, String(error));
    assert.doesNotMatch(`${error.message} ${error.stack} ${JSON.stringify(error.body)}`, /kn_secret/);
  }
});
