import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RendererUnavailable } from '@kinora/engine/engine';
import type { Interference, LoggedRequest } from '@kinora/testing/fake-openai/fake-openai';
import { imageTask, setUp, watch } from '@kinora/testing/fake-openai/openai-scene';
import { verifies } from '@kinora/testing/requirements';

function forImages(respond: (count: number) => Interference | undefined) {
  return ({ method, path }: LoggedRequest, count: number) =>
    method === 'POST' && /images/.test(path) ? respond(count) : undefined;
}

test('a server with a Retry-After of 0 again and again is not flooded', async (t) => {
  const interfere = forImages(() => ({ status: 429, headers: { 'retry-after': '0' } }));
  const { engine, server } = await setUp(t, { interfere }, { timeouts: { patience: 1_000 } });
  await assert.rejects(engine.render(imageTask, watch().observer), RendererUnavailable);
  assert.equal(server.requests.filter(({ method }) => method === 'POST').length, 2);
});

test('a server that restarts behind a proxy gets the request again', async (t) => {
  verifies('DEC-OPENAI-14');
  const interfere = forImages((count) => (count < 2 ? { status: 502 } : undefined));
  const { engine } = await setUp(t, { interfere });
  await engine.render(imageTask, watch().observer);
});

describe('no job is taken from a server that', () => {
  const timeouts = { patience: 0, recheck: 20 };

  for (const [name, status] of [
    ['rejects the key', 401],
    ['restarts behind a proxy', 502],
  ] as const) {
    test(`${name}, until it renders again`, async (t) => {
      verifies('DEC-OPENAI-14');
      let isDown = false;
      const interfere = () => (isDown ? { status } : undefined);
      const warnings: string[] = [];
      const { engine } = await setUp(t, { interfere }, { timeouts }, (warning) => warnings.push(warning));
      const untilReady = (signal: AbortSignal) => engine.untilReady?.(signal) ?? Promise.resolve();
      await untilReady(AbortSignal.timeout(100));
      isDown = true;
      for (let attempt = 1; attempt <= 2; attempt++)
        await assert.rejects(engine.render(imageTask, watch().observer), RendererUnavailable);
      await assert.rejects(untilReady(AbortSignal.timeout(100)));
      isDown = false;
      await untilReady(AbortSignal.timeout(5_000));
      await engine.render(imageTask, watch().observer);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', new RegExp(`no job is taken .* ${status}|\\(${status}\\)`));
    });
  }

  test('cannot be reached', async (t) => {
    verifies('DEC-OPENAI-14');
    const { engine, server } = await setUp(t, {}, { timeouts });
    await server.stop();
    await assert.rejects(engine.render(imageTask, watch().observer), RendererUnavailable);
    await assert.rejects(engine.untilReady?.(AbortSignal.timeout(100)) ?? Promise.resolve());
  });

  test('sends Retry-After, before that is over', async (t) => {
    const interfere = forImages(() => ({ status: 429, headers: { 'retry-after': '300' } }));
    const { engine } = await setUp(t, { interfere }, { timeouts });
    await assert.rejects(engine.render(imageTask, watch().observer), RendererUnavailable);
    await assert.rejects(engine.untilReady?.(AbortSignal.timeout(100)) ?? Promise.resolve());
  });

  test('returned a fault: the next job may be another matter', async (t) => {
    const interfere = forImages(() => ({ status: 500 }));
    const { engine } = await setUp(t, { interfere }, { timeouts });
    await assert.rejects(engine.render(imageTask, watch().observer), { isRetryable: true });
    await engine.untilReady?.(AbortSignal.timeout(100));
  });

  test('has no credit: it is tried again with a job, as its list of models says nothing', async (t) => {
    verifies('DEC-WORKER-21', 'DEC-WORKER-25');
    let hasCredit = false;
    const interfere = forImages(() =>
      hasCredit ? undefined : { status: 402, body: `no credit: ${imageTask.prompt}` },
    );
    const { engine, server } = await setUp(t, { interfere }, { timeouts: { ...timeouts, credit: 30 } });
    const told: string[] = [];
    const untilReady = () =>
      engine.untilReady?.(AbortSignal.timeout(5_000), ({ kind, sentence }) =>
        told.push(`${kind} ${sentence}`),
      );
    for (let job = 1; job <= 3; job++) {
      await assert.rejects(engine.render(imageTask, watch().observer), RendererUnavailable);
      await untilReady();
    }
    assert.equal(server.requests.filter(({ method }) => method === 'POST').length, 3);
    hasCredit = true;
    await engine.render(imageTask, watch().observer);
    const before = told.length;
    await untilReady();
    assert.equal(told.length, before, 'once it renders, nothing is waited for');
    for (const sentence of told)
      assert.match(sentence, /^no_credit .* no credit left \(402\).*no credit: \[hidden\]/);
  });
});
