import assert from 'node:assert/strict';
import { createServer, request as forward } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, test } from 'node:test';
import { image, startScene } from '@kinora/testing/fake-comfyui/comfyui-scene';
import { verifies } from '@kinora/testing/requirements';
import { createComfyUiEngine } from '../../src/comfyui/comfyui-engine.ts';
import { readEngine } from '../../src/engine-settings.ts';

const observer = { onProgress: () => {}, signal: new AbortController().signal };

test('a ComfyUI behind a login is called and heard with it', async (t) => {
  verifies('DEC-REMOTE-02');
  const { comfy } = await startScene(t);
  const target = new URL(comfy.url);
  const asked: string[] = [];
  const guard = createServer((incoming, outgoing) => {
    if (incoming.headers.authorization !== LOGIN) return void outgoing.writeHead(401).end();
    const { method, url: path, headers } = incoming;
    const onward = forward(target.origin + path, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  guard.on('upgrade', (incoming, socket) => {
    asked.push(incoming.headers.authorization ?? 'nobody');
    if (incoming.headers.authorization !== LOGIN) return void socket.destroy();
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
  const address = `http://me:secret@127.0.0.1:${(guard.address() as AddressInfo).port}/`;
  const environment: Record<string, string> = { KINORA_ENGINE: 'comfyui', KINORA_COMFYUI_URL: address };
  const config = readEngine((name) => environment[name]);
  assert.ok(config.name === 'comfyui');
  const events: object[] = [];
  const engine = await createComfyUiEngine({ ...config.settings, log: (event) => events.push(event) });
  t.after(() => engine.close?.());
  await engine.render(image, observer);
  assert.deepEqual([...new Set(asked)], [LOGIN]);
  assert.doesNotMatch(JSON.stringify(events), /secret/);
});

const LOGIN = `Basic ${Buffer.from('me:secret').toString('base64')}`;

test('the log says at once that ComfyUI does not respond yet, and when it does', async (t) => {
  verifies('DEC-REMOTE-03');
  const { comfy } = await startScene(t);
  await comfy.stop();
  const events: string[] = [];
  const starting = createComfyUiEngine({
    url: comfy.url,
    log: (event) => {
      events.push('reason' in event ? event.reason : event.event);
      if (event.event === 'comfyui_awaited') void comfy.start();
    },
  });
  const engine = await starting;
  t.after(() => engine.close?.());
  assert.match(events[0] ?? '', /cannot be reached: nothing listens there .*KINORA_COMFYUI_URL/);
  assert.deepEqual(events.slice(1), ['comfyui_ready']);
});

test('a ComfyUI that does not come up in time is said with its reason', async () => {
  verifies('DEC-REMOTE-03');
  const started = createComfyUiEngine({ url: 'http://renderer.invalid', timeouts: { returnMs: 0 } });
  await assert.rejects(
    started,
    /renderer\.invalid cannot be reached: the name of its host is not known here/,
  );
});

describe('a model file', () => {
  const SDXL = 'sd_xl_base_1.0.safetensors';
  for (const listed of [`SDXL\\${SDXL}`, `base/xl/${SDXL}`, SDXL.toUpperCase()]) {
    test(`that ComfyUI lists as ${listed} is found by its name`, async (t) => {
      verifies('DEC-COMFY-17');
      const { render, comfy } = await startScene(t, {}, ({ catalogue }) => {
        catalogue.delete('UNETLoader');
        catalogue.set('CheckpointLoaderSimple', {
          input: { required: { ckpt_name: [['other.safetensors', listed], {}] } },
        });
      });
      await render(image);
      assert.equal(comfy.submitted[0]?.['1']?.inputs.ckpt_name, listed);
    });
  }

  test('with the very name comes before one in a folder', async (t) => {
    verifies('DEC-COMFY-17');
    const { render, comfy } = await startScene(t, {}, ({ catalogue }) => {
      catalogue.delete('UNETLoader');
      const names = [`old/${SDXL}`, SDXL];
      catalogue.set('CheckpointLoaderSimple', { input: { required: { ckpt_name: [names, {}] } } });
    });
    await render(image);
    assert.equal(comfy.submitted[0]?.['1']?.inputs.ckpt_name, SDXL);
  });
});
