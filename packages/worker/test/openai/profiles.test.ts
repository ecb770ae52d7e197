import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { describe, type TestContext, test } from 'node:test';
import { encoded } from '@kinora/testing/encoded';
import { makeMp4, makePng } from '@kinora/testing/fake-openai/media';
import { editTask, imageTask, PROMPT, videoTask, watch } from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';
import { readWorkerConfig } from '../../src/config.ts';
import { OpenAiSetupError } from '../../src/openai/check-server.ts';
import { createOpenAiEngine } from '../../src/openai/openai-engine.ts';
import { readProfile, WrongProfile } from '../../src/openai/profile.ts';
import type { OpenAiSettings } from '../../src/openai/settings.ts';
import { attempt } from './vendor-shapes.ts';

const MODEL = 'maker/painter';

interface Vendor {
  /** What it answers to an order, a question for it, and its cancellation; the last two by what became of it. */
  readonly order: RegExp;
  readonly status: RegExp;
  readonly cancel: RegExp;
  readonly ordered: (at: string) => object;
  readonly stages: (at: string, end: string) => readonly object[];
}

/** fal's queue and Replicate's predictions, as their documents describe them. */
const VENDORS: Readonly<Record<string, Vendor>> = {
  fal: {
    order: /^POST \/maker\/painter$/,
    status: /^GET \/maker\/painter\/requests\/r1\/status$/,
    cancel: /^PUT \/maker\/painter\/requests\/r1\/cancel$/,
    ordered: (at) => ({
      request_id: 'r1',
      status: 'IN_QUEUE',
      queue_position: 0,
      status_url: `${at}/maker/painter/requests/r1/status`,
      response_url: `${at}/maker/painter/requests/r1`,
      cancel_url: `${at}/maker/painter/requests/r1/cancel`,
    }),
    stages: (at, end) => [
      { status: 'IN_QUEUE', queue_position: 0, response_url: `${at}/maker/painter/requests/r1` },
      { status: 'IN_PROGRESS', logs: [], response_url: `${at}/maker/painter/requests/r1` },
      {
        done: { status: 'COMPLETED', response_url: `${at}/maker/painter/requests/r1` },
        failed: { status: 'COMPLETED', error: 'Request failed', error_type: 'internal_error' },
        refused: {
          status: 'COMPLETED',
          error: 'flagged by a content checker',
          error_type: 'content_policy_violation',
        },
      }[end] ?? { status: 'IN_PROGRESS' },
    ],
  },
  replicate: {
    order: /^POST \/v1\/models\/maker\/painter\/predictions$/,
    status: /^GET \/v1\/predictions\/p1$/,
    cancel: /^POST \/v1\/predictions\/p1\/cancel$/,
    ordered: (at) => ({
      id: 'p1',
      status: 'starting',
      output: null,
      error: null,
      urls: { get: `${at}/v1/predictions/p1`, cancel: `${at}/v1/predictions/p1/cancel` },
    }),
    stages: (at, end) => [
      { id: 'p1', status: 'starting', output: null, error: null },
      { id: 'p1', status: 'processing', output: null, error: null },
      {
        done: { id: 'p1', status: 'succeeded', output: [`${at}/file`] },
        failed: { id: 'p1', status: 'failed', error: 'Prediction interrupted' },
        refused: { id: 'p1', status: 'failed', error: 'NSFW content detected. Try another prompt.' },
      }[end] ?? { id: 'p1', status: 'processing' },
    ],
  },
};

async function standIn(t: TestContext, name: string, end: string, more: Partial<OpenAiSettings> = {}) {
  const vendor = VENDORS[name] as Vendor;
  const calls: {
    readonly call: string;
    readonly authorization: string | undefined;
    readonly body: unknown;
  }[] = [];
  let polls = 0;
  let at = '';
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const call = `${method} ${url}`;
    const body =
      method === 'POST' && headers['content-type'] === 'application/json' ? await json(request) : undefined;
    calls.push({ call, authorization: headers.authorization, body });
    const say = (value: object | Uint8Array, status = 200) =>
      response.writeHead(status).end(value instanceof Uint8Array ? value : JSON.stringify(value));
    if (vendor.order.test(call)) return say(vendor.ordered(at), 201);
    if (vendor.status.test(call)) {
      const stages = vendor.stages(at, end);
      if (end === 'vanished' && polls > 0) return say({ detail: 'Not found' }, 404);
      return say(stages[Math.min(polls++, stages.length - 1)] ?? {}, 200);
    }
    if (vendor.cancel.test(call)) return say({ status: 'CANCELLATION_REQUESTED' }, 202);
    if (call === 'GET /maker/painter/requests/r1')
      return say(
        isVideo() ? { video: { url: '/file' } } : { images: [{ url: '/file' }], has_nsfw_concepts: [false] },
      );
    if (call === 'GET /file') {
      return say(
        isVideo()
          ? await makeMp4({ width: 256, height: 144, frames: 25, fps: 24, audio: true })
          : await makePng({ width: 320, height: 208 }, ''),
      );
    }
    return say({ detail: 'Not found' }, 404);
  });
  const orders = () => calls.filter(({ call }) => vendor.order.test(call));
  const isVideo = () => /duration/.test(JSON.stringify(orders().at(-1)?.body ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const engine = await createOpenAiEngine({
    url: at,
    key: 'sk-hidden-1',
    profile: readProfile(name),
    imageModel: MODEL,
    editModel: MODEL,
    videoModel: MODEL,
    animateModel: MODEL,
    ...more,
    timeouts: { firstPoll: 5, maxPoll: 10, patience: 200, claim: 200, ...more.timeouts },
  });
  return { engine, calls, orders };
}

for (const name of Object.keys(VENDORS)) {
  describe(`the profile ${name}`, { concurrency: true }, () => {
    for (const [end, ends, bills] of [
      ['done', 'delivered', 1],
      ['failed', 'failed', 3],
      ['refused', 'blocked', 1],
      ['vanished', 'failed', 3],
    ] as const) {
      test(`orders what is then ${end}`, async (t) => {
        verifies('DEC-OPENAI-18');
        const { engine, orders } = await standIn(t, name, end);
        const result = await attempt(engine, imageTask);
        assert.deepEqual([result.ends, orders().length], [ends, bills], result.says);
        assert.doesNotMatch(result.says, /sk-hidden|lighthouse/);
      });
    }

    test('orders each operation with the key in the form of the vendor', async (t) => {
      verifies('DEC-OPENAI-18');
      for (const task of [imageTask, await editTask(), videoTask]) {
        const { engine, calls, orders } = await standIn(t, name, 'done');
        await encoded(await engine.render(task, watch().observer));
        const [sent] = orders();
        assert.match(
          JSON.stringify(sent?.body),
          new RegExp(JSON.stringify(PROMPT).slice(1, -1).replaceAll('\\', '\\\\')),
        );
        assert.match(
          JSON.stringify(sent?.body),
          task.operation === 'i2i' ? /data:image\/png;base64,/ : /"seed":7/,
        );
        assert.ok(
          calls.every(
            ({ authorization }) => authorization === `${name === 'fal' ? 'Key' : 'Bearer'} sk-hidden-1`,
          ),
        );
      }
    });

    test('gives up what is too slow once, and cancels it', async (t) => {
      verifies('DEC-OPENAI-18');
      const { engine, calls, orders } = await standIn(t, name, 'slow', { timeouts: { video: 100 } });
      const result = await attempt(engine, videoTask);
      assert.deepEqual([result.ends, orders().length], ['failed', 1], result.says);
      assert.ok(calls.some(({ call }) => VENDORS[name]?.cancel.test(call)));
    });

    test('cancels a job that was cancelled', async (t) => {
      verifies('DEC-OPENAI-18', 'DEC-OPENAI-09');
      const { engine, calls } = await standIn(t, name, 'slow');
      const cancel = new AbortController();
      const reason = new Error('cancelled');
      const observer = {
        signal: cancel.signal,
        onProgress: (_: number, stage: string) => {
          if (stage === 'drawing' && calls.some(({ call }) => VENDORS[name]?.status.test(call)))
            cancel.abort(reason);
        },
      };
      await assert.rejects(engine.render(videoTask, observer), reason);
      assert.ok(calls.some(({ call }) => VENDORS[name]?.cancel.test(call)));
    });
  });
}

describe('a profile of an operator', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kinora-profile-'));
  const write = (value: unknown) => {
    const file = path.join(folder, `${Math.random()}.json`);
    writeFileSync(file, JSON.stringify(value));
    return file;
  };
  const openai = readProfile('openai');

  test('is read from a file', () => {
    verifies('DEC-OPENAI-18');
    const KINORA_OPENAI_PROFILE = write({ ...openai, about: 'mine' });
    const { engine } = readWorkerConfig({
      KINORA_ENGINE: 'openai',
      KINORA_OPENAI_URL: 'http://127.0.0.1:1',
      KINORA_OPENAI_PROFILE,
    });
    assert.equal(engine.name === 'openai' && engine.settings.profile?.about, 'mine');
  });

  const image = openai.operations.image;
  for (const [what, value, remedy] of [
    [
      'a value that there is not',
      { ...openai, operations: { image: { ...image, fields: { w: '{widht}' } } } },
      /fields.w.*\{widht\} is none of .*\{width\}/,
    ],
    ['a field that there is not', { ...openai, poll: {} }, /poll/],
    ['no operation', { ...openai, operations: {} }, /operations: At least one/],
    [
      'a file in JSON',
      { ...openai, operations: { image: { ...image, file: 'image' } } },
      /file: A file needs the body/,
    ],
    ['a path without a slash', { ...openai, models: 'models' }, /models: A path begins with/],
  ] as const) {
    test(`with ${what} is refused with the place`, () => {
      verifies('DEC-OPENAI-18');
      assert.throws(
        () => readProfile(write(value)),
        (error) => error instanceof WrongProfile && remedy.test(error.message),
      );
    });
  }

  test('that is not there is refused with the setting', () => {
    verifies('DEC-OPENAI-18');
    const settings = { KINORA_ENGINE: 'openai', KINORA_OPENAI_URL: 'http://127.0.0.1:1' };
    for (const chosen of ['none', '/none/profile.json'])
      assert.throws(
        () => readWorkerConfig({ ...settings, KINORA_OPENAI_PROFILE: chosen }),
        /KINORA_OPENAI_PROFILE: the profile .* cannot be read/,
      );
  });

  test('without an operation stops a worker with a model for it', async () => {
    verifies('DEC-OPENAI-18');
    const profile = { ...openai, operations: { image } } as typeof openai;
    await assert.rejects(
      createOpenAiEngine({ url: 'http://127.0.0.1:1', profile, videoModel: 'director' }),
      (error) =>
        error instanceof OpenAiSetupError && /KINORA_OPENAI_VIDEO_MODEL must be deleted/.test(error.message),
    );
  });
});
