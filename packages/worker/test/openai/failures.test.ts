import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RenderRefused } from '@kinora/engine/engine';
import { encoded } from '@kinora/testing/encoded';
import {
  type Interference,
  type LoggedRequest,
  startFakeOpenAi,
} from '@kinora/testing/fake-openai/fake-openai';
import { imageTask, setUp, videoTask, watch } from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';
import { OpenAiSetupError } from '../../src/openai/check-server.ts';
import { createOpenAiEngine } from '../../src/openai/openai-engine.ts';

function at(path: RegExp, method: string, respond: (count: number) => Interference | undefined) {
  return (request: LoggedRequest, count: number) =>
    request.method === method && path.test(request.path) ? respond(count) : undefined;
}

describe('a server that responds to an image request', () => {
  test('with an error that echoes key and prompt: neither is logged', async (t) => {
    verifies('DEC-OPENAI-07');
    const interfere = at(/images/, 'POST', () => ({
      status: 500,
      body: { error: { message: `key sk-hidden-1 failed for ${imageTask.prompt}` } },
    }));
    const { engine } = await setUp(t, { interfere }, { key: 'sk-hidden-1' });
    await assert.rejects(engine.render(imageTask, watch().observer), (error: Error) => {
      assert.doesNotMatch(error.message, /sk-hidden|secret/);
      return /returned 500/.test(error.message);
    });
  });

  test('with 429 or 503 gets the request again after its Retry-After', async (t) => {
    const interfere = at(/images/, 'POST', (count) =>
      count < 3 ? { status: count === 1 ? 429 : 503, headers: { 'retry-after': '0' } } : undefined,
    );
    const { engine, server } = await setUp(t, { interfere });
    await engine.render(imageTask, watch().observer);
    assert.equal(server.requests.filter(({ method }) => method === 'POST').length, 3);
  });

  for (const [name, body] of [
    ['no JSON', '<html>hello</html>'],
    ['no result', { created: 1, data: [] }],
    ['bytes that are no image', { data: [{ b64_json: Buffer.from('not an image').toString('base64') }] }],
  ] as const) {
    test(`with ${name} may have billed it, and does not get the request again`, async (t) => {
      verifies('DEC-OPENAI-06', 'DEC-REMOTE-04');
      const interfere = at(/images/, 'POST', () => ({ status: 200, body }));
      const { engine, server } = await setUp(t, { interfere });
      await assert.rejects(engine.render(imageTask, watch().observer), { isRetryable: false });
      assert.equal(server.requests.filter(({ method }) => method === 'POST').length, 1);
    });
  }

  test('with something that is no result: its words are in the fault, without the prompt', async (t) => {
    verifies('DEC-REMOTE-04');
    const body = { code: 7, message: `insufficient quota for ${imageTask.prompt}` };
    const interfere = at(/images/, 'POST', () => ({ status: 200, body }));
    const { engine } = await setUp(t, { interfere });
    await assert.rejects(
      engine.render(imageTask, watch().observer),
      ({ message }: Error) => /"code":7.*insufficient quota/.test(message) && !message.includes('lighthouse'),
    );
  });

  test('with nothing in time may have billed it, and does not get the request again', async (t) => {
    verifies('DEC-OPENAI-08', 'DEC-REMOTE-04');
    const interfere = at(/images/, 'POST', () => ({ status: 0 }));
    const { engine, server } = await setUp(t, { interfere }, { timeouts: { image: 1_000 } });
    await assert.rejects(engine.render(imageTask, watch().observer), { isRetryable: false });
    assert.equal(server.requests.filter(({ method }) => method === 'POST').length, 1);
  });

  test('with a gateway timeout may have billed it: the attempt ends', async (t) => {
    verifies('DEC-REMOTE-04');
    const interfere = at(/images/, 'POST', () => ({ status: 504 }));
    const { engine, server } = await setUp(t, { interfere });
    await assert.rejects(engine.render(imageTask, watch().observer), { isRetryable: true });
    assert.equal(server.requests.filter(({ method }) => method === 'POST').length, 1);
  });
});

describe('a video whose', () => {
  test('status is failed is deleted, and the attempt fails', async (t) => {
    verifies('DEC-OPENAI-06');
    const statuses = [{ status: 'failed', error: { code: 'server_error', message: 'CUDA out of memory' } }];
    const { engine, server } = await setUp(t, { statuses });
    await assert.rejects(engine.render(videoTask, watch().observer), { isRetryable: true });
    assert.equal(server.videos.size, 0);
  });

  test('prompt the safety filter rejects is refused', async (t) => {
    verifies('DEC-OPENAI-06');
    const statuses = [{ status: 'failed', error: { code: 'moderation_blocked', message: 'x' } }];
    const { engine } = await setUp(t, { statuses });
    await assert.rejects(engine.render(videoTask, watch().observer), RenderRefused);
  });

  test('id the server no longer has is retried', async (t) => {
    verifies('DEC-OPENAI-08');
    const interfere = at(/videos\/.+/, 'GET', () => ({ status: 404, body: { detail: 'Video not found' } }));
    const { engine } = await setUp(t, { interfere });
    await assert.rejects(engine.render(videoTask, watch().observer), { isRetryable: true });
  });

  test('status never changes is given up once, and deleted', async (t) => {
    verifies('DEC-OPENAI-08', 'DEC-REMOTE-04');
    const statuses = Array.from({ length: 10_000 }, () => ({ status: 'in_progress', progress: 10 }));
    const { engine, server } = await setUp(t, { statuses }, { timeouts: { video: 1_000 } });
    await assert.rejects(engine.render(videoTask, watch().observer), { isRetryable: false });
    assert.equal(server.requests.filter(({ path }) => path === '/v1/videos').length, 1);
    assert.equal(server.videos.size, 0);
  });

  test('time is over is asked for once more, and delivered if it is ready by then', async (t) => {
    verifies('DEC-REMOTE-04');
    const timeouts = { video: 1_000, firstPoll: 60_000, maxPoll: 60_000 };
    const { engine } = await setUp(t, { statuses: [] }, { timeouts });
    await engine.render(videoTask, watch().observer);
  });

  for (const [what, interference] of [
    ['answers 500', { status: 500, body: 'still being stored' }],
    ['is not there yet', { status: 404, body: 'no such file' }],
  ] as const) {
    test(`file ${what} for a while is fetched until it is here`, async (t) => {
      verifies('DEC-REMOTE-04');
      const interfere = at(/content/, 'GET', (count) => (count <= 2 ? interference : undefined));
      const { engine, server } = await setUp(t, { interfere });
      const media = await encoded(await engine.render(videoTask, watch().observer));
      assert.equal(server.requests.filter(({ path }) => path === '/v1/videos').length, 1);
      assert.equal(server.videos.size, 1, 'it is there until it is stored here');
      await media.discard?.();
      assert.equal(server.videos.size, 0);
    });
  }

  test('file cannot be fetched stays at the server, and is left to the next attempt', async (t) => {
    verifies('DEC-REMOTE-04', 'DEC-REMOTE-05');
    const interfere = at(/content/, 'GET', () => ({ status: 500 }));
    const { engine, server } = await setUp(t, { interfere }, { timeouts: { claim: 50 } });
    await assert.rejects(engine.render(videoTask, watch().observer), {
      isRetryable: true,
      isUnsettled: true,
      message: /The result was made, and could not be fetched\. The server returned 500/,
    });
    assert.equal(server.videos.size, 1);
    assert.equal(server.requests.filter(({ path }) => path === '/v1/videos').length, 1);
  });

  test('status calls fail a few times is delivered', async (t) => {
    const interfere = at(/videos\/[^/]+$/, 'GET', (count) =>
      count <= 4 ? { status: [500, 429, 200, 503][count - 1] ?? 500, body: 'no JSON' } : undefined,
    );
    const { engine } = await setUp(t, { interfere });
    await engine.render(videoTask, watch().observer);
  });

  test('status calls always fail is left to the next attempt', async (t) => {
    verifies('DEC-OPENAI-08', 'DEC-REMOTE-05');
    const interfere = at(/videos\/[^/]+$/, 'GET', () => ({ status: 500 }));
    const { engine, server } = await setUp(t, { interfere }, { timeouts: { claim: 50 } });
    await assert.rejects(engine.render(videoTask, watch().observer), {
      isRetryable: true,
      isUnsettled: true,
    });
    assert.equal(server.requests.filter(({ path }) => path === '/v1/videos').length, 1);
    assert.equal(server.videos.size, 1);
  });

  test('download breaks is fetched again, three times', async (t) => {
    verifies('DEC-OPENAI-06');
    for (const times of [3, 4]) {
      const interfere = at(/content/, 'GET', (count) =>
        count <= times ? { status: 200, cut: 0.6 } : undefined,
      );
      const { engine, server } = await setUp(t, { interfere });
      const rendered = engine.render(videoTask, watch().observer);
      if (times === 3) await rendered;
      else await assert.rejects(rendered, { isRetryable: false });
      assert.equal(
        server.requests.filter(({ path }) => path === '/v1/videos').length,
        1,
        'the video is rendered once',
      );
    }
  });

  test('length is far too short is not delivered', async (t) => {
    const { engine } = await setUp(t, { output: { frames: 12 } });
    await assert.rejects(engine.render(videoTask, watch().observer), { isRetryable: false });
  });
});

describe('a cancelled job', () => {
  test('deletes its video', async (t) => {
    verifies('DEC-OPENAI-09');
    const statuses = Array.from({ length: 10_000 }, () => ({ status: 'in_progress', progress: 10 }));
    const { engine, server } = await setUp(t, { statuses });
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const observer = {
      signal: cancel.signal,
      onProgress: (fraction: number) => {
        if (fraction > 0) cancel.abort(reason);
      },
    };
    await assert.rejects(engine.render(videoTask, observer), reason);
    assert.equal(server.videos.size, 0);
  });

  test('cancels where the server cannot delete', async (t) => {
    verifies('DEC-OPENAI-09');
    const statuses = Array.from({ length: 10_000 }, () => ({ status: 'in_progress', progress: 10 }));
    const interfere = at(/videos/, 'DELETE', () => ({ status: 405 }));
    const { engine, server } = await setUp(t, { statuses, interfere });
    const cancel = new AbortController();
    const observer = {
      signal: cancel.signal,
      onProgress: (fraction: number) => fraction > 0 && cancel.abort(),
    };
    await assert.rejects(
      engine.render(videoTask, { ...observer, onProgress: (at) => void observer.onProgress(at) }),
    );
    assert.ok(server.requests.some(({ path }) => path === '/v1/videos/video_1/cancel'));
  });

  test('deletes a video that is still being created', async (t) => {
    verifies('DEC-OPENAI-09');
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const interfere = (request: LoggedRequest) => {
      if (request.path === '/v1/videos') cancel.abort(reason);
      return undefined;
    };
    const { engine, server } = await setUp(t, { interfere });
    await assert.rejects(engine.render(videoTask, watch(cancel.signal).observer), reason);
    assert.equal(server.requests.at(-1)?.method, 'DELETE');
    assert.equal(server.videos.size, 0);
  });

  test('aborts the request for an image', async (t) => {
    verifies('DEC-OPENAI-09');
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    const interfere = at(/images/, 'POST', () => {
      cancel.abort(reason);
      return { status: 0 };
    });
    const { engine } = await setUp(t, { interfere });
    await assert.rejects(engine.render(imageTask, watch(cancel.signal).observer), reason);
  });
});

describe('a result elsewhere', () => {
  test('is fetched only where the operator allows it, and without the key', async (t) => {
    verifies('DEC-OPENAI-07');
    const elsewhere = await startFakeOpenAi({ interfere: () => ({ status: 200, body: 'no video' }) });
    t.after(() => elsewhere.stop());
    const contentAt = `${elsewhere.url}/files/1.mp4`;
    const { engine } = await setUp(t, { contentAt }, { key: 'sk-hidden-1' });
    await assert.rejects(engine.render(videoTask, watch().observer), /KINORA_OPENAI_OTHER_HOSTS/);
    assert.equal(elsewhere.requests.length, 0);
    const trusting = await setUp(t, { contentAt }, { key: 'sk-hidden-1', trustsOtherHosts: true });
    await assert.rejects(trusting.engine.render(videoTask, watch().observer), /does not decode/);
    assert.ok(elsewhere.requests.length > 1);
    assert.ok(elsewhere.requests.every(({ authorization }) => authorization === undefined));
  });

  test('is asked for as the content of its job, and then refused with the setting', async (t) => {
    verifies('DEC-OPENAI-07');
    const body = { status: 'done', url: 'http://127.0.0.1:1/elsewhere.mp4' };
    const interfere = at(/^\/v1\/videos\/./, 'GET', () => ({ status: 200, body }));
    const { engine, server } = await setUp(t, { interfere }, { timeouts: { claim: 50 } });
    await assert.rejects(engine.render(videoTask, watch().observer), {
      isRetryable: false,
      message: /KINORA_OPENAI_OTHER_HOSTS/,
    });
    assert.ok(server.requests.some(({ path }) => path.endsWith('/content')));
    assert.equal(server.videos.size, 1, 'it stays there for the operator');
  });

  test('by a URL within the response is not fetched either', async (t) => {
    verifies('DEC-OPENAI-07');
    for (const url of [
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'http://localhost:1/x',
    ]) {
      const interfere = at(/images/, 'POST', () => ({ status: 200, body: { data: [{ url }] } }));
      const { engine } = await setUp(t, { interfere });
      await assert.rejects(engine.render(imageTask, watch().observer), /KINORA_OPENAI_OTHER_HOSTS/);
    }
  });
});

describe('the check at the start', () => {
  const settings = { imageModel: 'painter', timeouts: { call: 500 } };
  const rows: readonly (readonly [string, object, RegExp | undefined])[] = [
    ['a server without a list', {}, undefined],
    ['a server with the model', { models: ['painter', 'other'] }, undefined],
    [
      'a list that is not within an object',
      { interfere: () => ({ status: 200, body: [{ id: 'painter' }] }) },
      undefined,
    ],
    ['a rejected key', { key: 'sk-right' }, /KINORA_OPENAI_KEY/],
    ['no response', { interfere: () => ({ status: 0 }) }, /KINORA_OPENAI_URL does not respond/],
  ];
  for (const [name, behaviour, remedy] of rows) {
    test(`with ${name} ${remedy === undefined ? 'passes' : 'gives the remedy'}`, async (t) => {
      verifies('DEC-OPENAI-10');
      const server = await startFakeOpenAi(behaviour);
      t.after(() => server.stop());
      const created = createOpenAiEngine({ ...settings, url: `${server.url}/v1/`, key: 'sk-wrong' });
      if (remedy === undefined) await created;
      else
        await assert.rejects(
          created,
          (error) => error instanceof OpenAiSetupError && remedy.test(error.message),
        );
    });
  }

  test('requires a model', async () => {
    await assert.rejects(createOpenAiEngine({ url: 'http://127.0.0.1:1' }), /Name at least one model/);
  });

  test('offers the operations whose models are named, up to the sizes set, and supports zero retention only when set', async (t) => {
    verifies('DEC-OPENAI-01');
    const server = await startFakeOpenAi();
    t.after(() => server.stop());
    const engine = await createOpenAiEngine({
      url: server.url,
      videoModel: 'director',
      models: { image: ['photo'], video: ['fast', 'draft'] },
      videoLongestSide: 1280,
    });
    assert.deepEqual(engine.capabilities, [
      { operation: 'video', model: 'fast', longestSide: 1280 },
      { operation: 'video', model: 'draft', longestSide: 1280 },
      { operation: 'upscale', model: 'photo', longestSide: 4096 },
      { operation: 'upscale_pro', model: 'photo', longestSide: 4096 },
    ]);
    assert.equal(engine.zeroRetention, false);
    await assert.rejects(engine.render(imageTask, watch().observer), { isRetryable: false });
  });
});
