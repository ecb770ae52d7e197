import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RemoteOrders, RenderFault } from '@kinora/engine/engine';
import { encoded } from '@kinora/testing/encoded';
import { imageTask, PROMPT, setUp, videoTask, watch } from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';
import { answered, at, CONTENT, ORDER, POLL, polled, run } from './vendor-shapes.ts';

const image = { task: imageTask, ends: 'delivered', bills: 1 } as const;
const video = { ends: 'delivered', bills: 1 } as const;

const byUrl = { results: 'url' } as const;
const syncByUrl = { sync: true, results: 'url' } as const;

const FAL = /^\/fal\/requests\/r1\/status$/;

run('an image that is waited for:', [
  {
    // fal's queue: the status leads to the answer with the result.
    what: 'a request_id with a status_url',
    behaviour: (() => {
      const status = (status: string) => () => ({
        status,
        response_url: '/fal/requests/r1',
        status_url: '/fal/requests/r1/status',
      });
      let url = '';
      const behaviour = polled(
        FAL,
        (made) => {
          url = made.url;
          return { request_id: 'r1', ...status('IN_QUEUE')() };
        },
        [status('IN_QUEUE'), status('IN_PROGRESS'), status('COMPLETED')],
        byUrl,
      );
      const result = at('GET', /^\/fal\/requests\/r1$/, () => ({
        status: 200,
        body: { images: [{ url }], seed: 1 },
      }));
      return {
        ...behaviour,
        interfere: (one, count) => result(one, count) ?? behaviour.interfere?.(one, count),
      };
    })(),
    ...image,
  },
  {
    // Replicate's predictions.
    what: 'an id with urls.get',
    behaviour: polled(
      /^\/v1\/predictions\/p1$/,
      () => ({
        id: 'p1',
        status: 'starting',
        output: null,
        error: null,
        urls: { get: '/v1/predictions/p1', cancel: '/x' },
      }),
      [
        () => ({ id: 'p1', status: 'processing' }),
        ({ url }) => ({ id: 'p1', status: 'succeeded', output: [url] }),
      ],
      byUrl,
    ),
    ...image,
  },
  {
    // BFL, which LiteLLM translates.
    what: 'an id with a polling_url',
    behaviour: polled(
      /^\/v1\/get_result\?id=b1$/,
      () => ({ id: 'b1', polling_url: '/v1/get_result?id=b1' }),
      [
        () => ({ id: 'b1', status: 'Pending', result: null }),
        ({ url }) => ({ id: 'b1', status: 'Ready', result: { sample: url } }),
      ],
      byUrl,
    ),
    ...image,
  },
]);

run('a video whose answers are', [
  {
    what: 'those of a queue with addresses (fal)',
    behaviour: polled(
      FAL,
      () => ({ request_id: 'r1', status: 'IN_QUEUE', status_url: '/fal/requests/r1/status' }),
      [
        () => ({ status: 'IN_PROGRESS', logs: [] }),
        ({ url }) => ({ status: 'COMPLETED', video: { url }, image: { url: '/no.png' } }),
      ],
      syncByUrl,
    ),
    ...video,
  },
  {
    what: 'those of OpenRouter',
    behaviour: polled(
      POLL,
      () => ({ id: 'v1', polling_url: '/v1/videos/v1', status: 'pending' }),
      [
        () => ({ id: 'v1', status: 'in_progress' }),
        ({ url }) => ({ id: 'v1', status: 'completed', unsigned_urls: [url] }),
      ],
      syncByUrl,
    ),
    ...video,
  },
  {
    what: 'those of Kling',
    behaviour: polled(
      POLL,
      () => ({
        code: 0,
        message: 'SUCCEED',
        request_id: 'q',
        data: { task_id: 'k1', task_status: 'submitted' },
      }),
      [
        () => ({ code: 0, data: { task_id: 'k1', task_status: 'processing' } }),
        ({ url }) => ({
          code: 0,
          data: { task_id: 'k1', task_status: 'succeed', task_result: { videos: [{ id: 'x', url }] } },
        }),
      ],
      syncByUrl,
    ),
    ...video,
  },
  {
    what: 'those of Seedance',
    behaviour: polled(
      POLL,
      () => ({ id: 'cgt-1' }),
      [
        () => ({ id: 'cgt-1', status: 'running' }),
        ({ url }) => ({ id: 'cgt-1', status: 'succeeded', content: { video_url: url } }),
      ],
      syncByUrl,
    ),
    ...video,
  },
  {
    what: 'those of DashScope',
    behaviour: polled(
      POLL,
      () => ({ output: { task_status: 'PENDING', task_id: 'd1' }, request_id: 'r' }),
      [
        () => ({ output: { task_status: 'RUNNING' } }),
        ({ url }) => ({ output: { task_status: 'SUCCEEDED', video_url: url } }),
      ],
      syncByUrl,
    ),
    ...video,
  },
  {
    what: 'those of a gateway whose wrapper says success meanwhile (new-api)',
    behaviour: polled(
      POLL,
      () => ({ code: 'success', data: { task_id: 'n1' } }),
      [
        () => ({ status: 'success', data: { status: 'IN_PROGRESS', progress: '30%', result_url: '' } }),
        ({ url }) => ({ status: 'success', data: { status: 'SUCCESS', progress: '100%', result_url: url } }),
      ],
      syncByUrl,
    ),
    ...video,
  },
  {
    what: 'flags instead of words (Google)',
    behaviour: polled(
      POLL,
      () => ({ id: 'g1', done: false }),
      [
        () => ({ id: 'g1' }),
        ({ url }) => ({ id: 'g1', done: true, response: { generatedVideos: [{ video: { uri: url } }] } }),
      ],
      syncByUrl,
    ),
    ...video,
  },
  // A blocking server of a single user.
  {
    what: 'the file itself',
    behaviour: answered(({ b64 }) => ({ video: b64, status: 'ok' }), { sync: true }),
    ...video,
  },
  {
    what: 'the address that another host has, whose job is asked for here',
    behaviour: {
      interfere: at('GET', POLL, () => ({
        status: 200,
        body: { status: 'finished', url: 'http://other.invalid/v.mp4' },
      })),
    },
    ...video,
  },
]);

const forever = (status: Readonly<Record<string, unknown>>) => Array.from({ length: 5_000 }, () => status);

test('an unknown word that lasts is shown with the answer, once, and is not ordered again', async (t) => {
  verifies('DEC-OPENAI-15', 'DEC-REMOTE-21');
  const warnings: string[] = [];
  const statuses = forever({ status: 'marinating', note: `sk-hidden-1 for ${PROMPT}` });
  const settings = { key: 'sk-hidden-1', timeouts: { video: 1_000 } };
  const interfere = at('GET', CONTENT, () => ({ status: 404 }));
  const behaviour = { statuses, interfere };
  const { engine, server } = await setUp(t, behaviour, settings, (warning) => warnings.push(warning));
  await assert.rejects(
    engine.render(videoTask, watch().observer),
    (error) =>
      error instanceof RenderFault &&
      !error.isRetryable &&
      /"marinating".*The server sent: .*"note"/.test(error.message),
  );
  assert.deepEqual([server.bills(), server.videos.size], [1, 1], 'it stays there for the operator');
  const shown = warnings.filter((one) => one.includes('marinating'));
  assert.equal(shown.length, 1);
  assert.doesNotMatch(shown.join(), /sk-hidden|lighthouse/);
});

test('what is kept of an order is enough for another worker, whatever its address is', async (t) => {
  verifies('DEC-REMOTE-05', 'DEC-OPENAI-16');
  for (const [task, more] of [
    [imageTask, byUrl],
    [videoTask, syncByUrl],
  ] as const) {
    let isUp = false;
    const behaviour = polled(
      FAL,
      () => ({ request_id: 'r1', status_url: '/fal/requests/r1/status' }),
      [({ url }) => ({ status: 'COMPLETED', outputs: [url] })],
      more,
    );
    const down = at('GET', FAL, () => (isUp ? undefined : { status: 500 }));
    const { engine, server } = await setUp(
      t,
      { ...behaviour, interfere: (one, count) => down(one, count) ?? behaviour.interfere?.(one, 1) },
      { timeouts: { claim: 50 } },
    );
    let kept: string | undefined;
    const orders: RemoteOrders = {
      open: async () => ({ key: 'k', id: kept }),
      keep: async (id) => {
        kept = id;
      },
      isUnwanted: () => false,
    };
    const observer = { ...watch().observer, orders };
    await assert.rejects(engine.render(task, observer), { isUnsettled: true, isRetryable: true });
    assert.equal(kept, `r1 ${server.url}/fal/requests/r1/status`);
    isUp = true;
    await encoded(await engine.render(task, observer));
    assert.equal(server.bills(), 1);
  }
});

run('a job of which the server says an error and no status:', [
  {
    what: 'it is asked for again',
    behaviour: polled(
      POLL,
      () => ({ id: 'v1' }),
      [() => ({ error: { message: 'upstream is busy' } }), ({ url }) => ({ status: 'done', url })],
      syncByUrl,
    ),
    ...video,
  },
  {
    what: 'it is left to the next attempt after a while, and ordered once',
    behaviour: polled(POLL, () => ({ id: 'v1' }), [() => ({ error: `upstream says ${PROMPT}` })]),
    settings: { timeouts: { claim: 50 } },
    ends: 'failed',
    bills: 1,
    says: /upstream says/,
  },
  {
    what: 'it is blocked where that says that the content is at fault',
    behaviour: polled(POLL, () => ({ id: 'v1' }), [() => ({ error: { code: 'content_policy_violation' } })]),
    ends: 'blocked',
    bills: 1,
  },
]);

test('an address to poll on another host is not called', async (t) => {
  verifies('DEC-OPENAI-07');
  const behaviour = answered(({ usual }) => ({ ...usual, status_url: 'http://169.254.169.254/latest' }));
  const { engine, server } = await setUp(t, behaviour);
  await encoded(await engine.render(videoTask, watch().observer));
  assert.equal(server.bills(), 1);
});

test('a server that names no place for a job of images gets one order', async (t) => {
  verifies('DEC-REMOTE-21');
  const { engine, server } = await setUp(
    t,
    answered(() => ({ id: 'j1', status: 'queued' })),
  );
  await assert.rejects(engine.render(imageTask, watch().observer), { isRetryable: false });
  assert.equal(server.bills(), 1);
  assert.ok(ORDER.test(server.requests.at(-1)?.path.replace('/j1', '') ?? ''));
});
