import assert from 'node:assert/strict';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { image, startScene } from '@kinora/testing/fake-comfyui/comfyui-scene';
import type { FakeComfyUi } from '@kinora/testing/fake-comfyui/fake-comfyui';
import { verifies } from '@kinora/testing/requirements';
import { createComfyUiEngine } from '../../src/comfyui/comfyui-engine.ts';
import { readEngine } from '../../src/engine-settings.ts';

const observer = { onProgress: () => {}, signal: new AbortController().signal };

/** What is before a ComfyUI: it answers a call itself, or lets it pass. */
async function before(
  t: TestContext,
  comfy: FakeComfyUi,
  answer: (incoming: IncomingMessage, outgoing?: ServerResponse) => boolean,
): Promise<number> {
  const target = new URL(comfy.url);
  const guard = createServer((incoming, outgoing) => {
    if (answer(incoming, outgoing)) return;
    const { method, url, headers } = incoming;
    const onward = forward(target.origin + url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  guard.on('upgrade', (incoming, socket) => {
    if (answer(incoming)) return void socket.destroy();
    const onward = connect(Number(target.port), target.hostname, () => {
      const headers = incoming.rawHeaders
        .map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`))
        .join('');
      onward.write(`GET ${incoming.url} HTTP/1.1\r\n${headers}\r\n`);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => guard.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    guard.closeAllConnections();
    guard.close();
  });
  return (guard.address() as AddressInfo).port;
}

describe('a ComfyUI behind a login is called and heard with', () => {
  const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`;
  for (const [what, login, headers, expected] of [
    // nginx and Caddy, with auth_basic and basic_auth.
    ['basic authentication', 'me:secret@', undefined, { authorization: basic('me:secret') }],
    // Passwords that a generator made: a colon is part of the password, as RFC 7617 says.
    [
      'a colon and a percent sign in the password',
      'me:sec%3Aret%25@',
      undefined,
      { authorization: basic('me:sec:ret%') },
    ],
    ['letters beyond ASCII', 'j%C3%B6rg:secret%C3%A4@', undefined, { authorization: basic('jörg:secretä') }],
    ['a password alone', ':secret@', undefined, { authorization: basic(':secret') }],
    // RunPod, Salad and other hosts of ComfyUI.
    ['a bearer token', '', 'Authorization: Bearer secret', { authorization: 'Bearer secret' }],
    // ComfyUI-Login, oauth2-proxy: a session that a person opened.
    ['a cookie', '', 'Cookie: session=secret; theme="dark"', { cookie: 'session=secret; theme="dark"' }],
    // Cloudflare Access, for services.
    [
      'two headers',
      '',
      'CF-Access-Client-Id: id.access\nCF-Access-Client-Secret: secret',
      { 'cf-access-client-id': 'id.access', 'cf-access-client-secret': 'secret' },
    ],
  ] as const) {
    test(`${what}`, async (t) => {
      verifies('DEC-REMOTE-02');
      const { comfy } = await startScene(t);
      const heard = new Set<string>();
      const port = await before(t, comfy, ({ headers: given }, outgoing) => {
        const isLetIn = Object.entries(expected).every(([name, value]) => given[name] === value);
        heard.add(`${outgoing === undefined ? 'socket' : 'call'} ${isLetIn}`);
        if (!isLetIn) outgoing?.writeHead(401).end();
        return !isLetIn;
      });
      const environment: Record<string, string | undefined> = {
        KINORA_ENGINE: 'comfyui',
        KINORA_COMFYUI_URL: `http://${login}127.0.0.1:${port}/`,
        KINORA_COMFYUI_HEADERS: headers,
      };
      const config = readEngine((name) => environment[name]);
      assert.ok(config.name === 'comfyui');
      const events: object[] = [];
      const engine = await createComfyUiEngine({ ...config.settings, log: (event) => events.push(event) });
      t.after(() => engine.close?.());
      await engine.render(image, observer);
      assert.deepEqual([...heard].sort(), ['call true', 'socket true']);
      assert.doesNotMatch(JSON.stringify(events), /secret/);
    });
  }
});

describe('the log says at once that ComfyUI does not respond yet, and when it does:', {
  concurrency: true,
}, () => {
  const page = '<!doctype html><title>Sign in</title>';
  for (const [what, status, body, reason] of [
    // nginx, Caddy and Traefik before a ComfyUI that starts.
    ['a proxy answers 502', 502, '<h1>502 Bad Gateway</h1>', /^GET \/system_stats returned 502$/],
    // Authelia, Cloudflare Access and oauth2-proxy send their page as a success.
    [
      'a login page is there',
      200,
      page,
      /something other than JSON: .*login, which KINORA_COMFYUI_HEADERS can give/,
    ],
    ['a login is asked for', 401, '', /returned 401: .*login, which KINORA_COMFYUI_HEADERS can give/],
    ['something else listens there', 200, '{"ok":true}', /system/],
  ] as const) {
    test(what, async (t) => {
      verifies('DEC-REMOTE-03');
      const { comfy } = await startScene(t);
      let isUp = false;
      const port = await before(t, comfy, (_incoming, outgoing) => {
        if (!isUp) outgoing?.writeHead(status).end(body);
        return !isUp;
      });
      const events: string[] = [];
      const engine = await createComfyUiEngine({
        url: `http://127.0.0.1:${port}`,
        log: (event) => {
          events.push('reason' in event ? event.reason : event.event);
          isUp = true;
        },
      });
      t.after(() => engine.close?.());
      assert.match(events[0] ?? '', reason);
      assert.deepEqual(events.slice(1), ['comfyui_ready']);
    });
  }

  test('nothing listens there', async (t) => {
    verifies('DEC-REMOTE-03');
    const { comfy } = await startScene(t);
    await comfy.stop();
    const events: string[] = [];
    const engine = await createComfyUiEngine({
      url: comfy.url,
      log: (event) => {
        events.push('reason' in event ? event.reason : event.event);
        if (event.event === 'comfyui_awaited') void comfy.start();
      },
    });
    t.after(() => engine.close?.());
    assert.match(events[0] ?? '', /cannot be reached: nothing listens there .*KINORA_COMFYUI_URL/);
    assert.deepEqual(events.slice(1), ['comfyui_ready']);
  });
});

test('a ComfyUI that does not come up in time is said with its reason', async () => {
  verifies('DEC-REMOTE-03');
  const started = createComfyUiEngine({ url: 'http://renderer.invalid', timeouts: { returnMs: 0 } });
  await assert.rejects(
    started,
    /renderer\.invalid cannot be reached: the name of its host is not known here/,
  );
});
