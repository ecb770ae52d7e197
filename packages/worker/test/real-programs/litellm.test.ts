import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { encoded } from '@kinora/testing/encoded';
import { type FakeOpenAi, type Interference, startFakeOpenAi } from '@kinora/testing/fake-openai/fake-openai';
import { animateTask, editTask, imageTask, videoTask, watch } from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';
import { createOpenAiEngine } from '../../src/openai/openai-engine.ts';
import { attempt } from '../openai/vendor-shapes.ts';

/** The proxy of LiteLLM between the engine and a vendor with OpenAI's interface. */

const VERSION = '1.108.7';
const KEY = 'sk-kinora-test-0123456789abcdef';
const START_MS = 120_000;

const found = spawnSync('python3', ['-c', 'import importlib.metadata as m; print(m.version("litellm"))']);
const installed = found.status === 0 && found.stdout.toString().trim();
const skip = !installed && `python3 has no LiteLLM: pip install 'litellm[proxy]==${VERSION}'`;

let vendor: FakeOpenAi;
let proxy: ChildProcess;
let url: string;
/** What the vendor answers to orders, if not as usual. */
let refusal: Interference | undefined;

describe('through the proxy of LiteLLM', { skip }, () => {
  before(async () => {
    vendor = await startFakeOpenAi({
      interfere({ method, path: at }) {
        if (method !== 'POST' || !/(videos|generations)$/.test(at)) return undefined;
        return refusal ?? (at.endsWith('videos') ? { status: 200, send: withSeconds } : undefined);
      },
    });
    const at = `{ api_base: ${vendor.url}/v1, api_key: sk-vendor`;
    const config = path.join(await mkdtemp(path.join(tmpdir(), 'kinora-litellm-')), 'config.yaml');
    await writeFile(
      config,
      `model_list:
  - { model_name: painter, litellm_params: ${at}, model: openai/gpt-image-1 } }
  - { model_name: director, litellm_params: ${at}, model: openai/sora-2 } }
general_settings: { master_key: ${KEY} }
router_settings: { disable_cooldowns: true }
`,
    );
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const start = 'import sys; from litellm import run_server; sys.exit(run_server())';
    proxy = spawn('python3', ['-c', start, '--config', config, '--host', '127.0.0.1', '--port', `${port}`], {
      stdio: 'ignore',
      env: { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    });
    for (const deadline = performance.now() + START_MS; ; ) {
      const isUp = await fetch(`${url}/health/liveliness`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp) return;
      assert.ok(proxy.exitCode === null && performance.now() < deadline, 'the proxy does not start');
      await setTimeout(200);
    }
  });
  after(async () => {
    if (proxy?.exitCode === null) {
      proxy.kill('SIGKILL');
      await once(proxy, 'exit');
    }
    await vendor?.stop();
  });

  const createEngine = () =>
    createOpenAiEngine({
      url,
      key: KEY,
      imageModel: 'painter',
      editModel: 'painter',
      videoModel: 'director',
      animateModel: 'director',
      imageSizes: [{ width: 1024, height: 1024 }],
      videoSizes: [{ width: 1280, height: 720 }],
      videoSeconds: [4],
      timeouts: { firstPoll: 20, maxPoll: 50, patience: 100, claim: 2_000 },
    });

  test('each operation is ordered once, and its price is known', async () => {
    verifies('DEC-OPENAI-16', 'DEC-REMOTE-04');
    const engine = await createEngine();
    for (const task of [imageTask, await editTask(), videoTask, await animateTask()]) {
      const bills = vendor.bills();
      const media = await encoded(await engine.render(task, watch().observer));
      assert.deepEqual([vendor.bills() - bills, media.width], [1, task.width], task.operation);
      if (media.mime === 'video/mp4') assert.ok((media.costCents ?? 0) > 0);
    }
  });

  for (const [what, status, error, ends, orders] of [
    ['a refusal', 400, { code: 'moderation_blocked', message: 'No.', type: 'x' }, 'blocked', 1],
    ['a limit of the account', 400, { code: 'billing_hard_limit_reached', message: 'No.' }, 'released', 1],
    ['a failure', 500, { code: null, message: 'The server had an error' }, 'failed', 2],
  ] as const) {
    test(`${what} of a video is understood, and repeated by nobody but the engine`, async () => {
      verifies('DEC-OPENAI-16', 'DEC-REMOTE-04', 'DEC-REMOTE-21');
      refusal = { status, body: { error: { param: null, ...error } } };
      const before = vendor.requests.length;
      const result = await attempt(await createEngine(), videoTask);
      refusal = undefined;
      const ordered = vendor.requests.slice(before).filter(({ method }) => method === 'POST');
      assert.deepEqual([result.ends, ordered.length], [ends, orders], result.says);
    });
  }
});

/** LiteLLM computes the price of a video by it. */
async function withSeconds(response: ServerResponse, whole: Buffer): Promise<void> {
  response.end(JSON.stringify({ ...JSON.parse(whole.toString()), seconds: '4' }));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
