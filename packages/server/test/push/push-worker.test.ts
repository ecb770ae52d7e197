import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { verifies } from '@kinora/testing/requirements';

const script = readFileSync(new URL('../../src/http/console/push-worker.js', import.meta.url), 'utf8');
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
const MESSAGE = { job_id: 'job-1', title: 'Your image is ready', body: 'a lighthouse' };

interface OpenPage {
  readonly url: string;
  readonly visibilityState: string;
}

/** The worker in a browser with these pages open: what it shows, and what it does. */
function startWorker(pages: readonly OpenPage[], userAgent = CHROME) {
  const shown: unknown[] = [];
  const done: string[] = [];
  const handlers = new Map<string, (event: object) => void>();
  const self = {
    skipWaiting: () => {},
    addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
    registration: { showNotification: async (...notification: unknown[]) => shown.push(notification) },
    clients: {
      matchAll: async () =>
        pages.map((page) => ({
          ...page,
          postMessage: (message: object) => done.push(JSON.stringify(message)),
          focus: async () => done.push(`focus ${page.url}`),
        })),
      openWindow: async (address: string) => done.push(`open ${address}`),
    },
  };
  runInNewContext(script, { self, navigator: { userAgent }, URL, encodeURIComponent });
  const fire = async (name: string, event: object) => {
    let waiting: Promise<void> | undefined;
    handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<void>) => (waiting = promise) });
    await waiting;
  };
  return { shown, done, fire, handles: [...handlers.keys()] };
}

const push = { data: { json: () => MESSAGE } };
const at = (path: string, visibilityState: string) => ({
  url: `https://media.example${path}`,
  visibilityState,
});

test('the worker shows a message, once for a job, unless a page of the studio is seen', async () => {
  verifies('DEC-PUSH-07');
  for (const [pages, isShown] of [
    [[], true],
    [[at('/studio', 'hidden'), at('/account', 'visible')], true],
    [[at('/studio?job=x', 'visible')], false],
  ] as const) {
    const { shown, fire } = startWorker(pages);
    await fire('push', push);
    const notification = { body: 'a lighthouse', tag: 'job-1', data: 'job-1', silent: false };
    assert.equal(JSON.stringify(shown), JSON.stringify(isShown ? [[MESSAGE.title, notification]] : []));
  }
  const safari = startWorker([at('/studio', 'visible')], SAFARI);
  await safari.fire('push', push);
  assert.match(JSON.stringify(safari.shown), /"silent":true/, 'Safari withdraws the permission otherwise');
  await safari.fire('push', { data: null });
  assert.equal(safari.shown.length, 1);
});

test('a press leads to the result, in a page of the studio if one is open', async () => {
  verifies('DEC-PUSH-07');
  let closed = 0;
  const press = { notification: { data: 'job 1', close: () => (closed += 1) } };
  for (const [pages, expected] of [
    [[at('/account', 'visible')], ['open /studio?job=job%201']],
    [
      [at('/account', 'visible'), at('/studio', 'hidden')],
      ['{"open":"job 1"}', 'focus https://media.example/studio'],
    ],
  ] as const) {
    const { done, fire } = startWorker(pages);
    await fire('notificationclick', press);
    assert.deepEqual(done, expected);
  }
  assert.equal(closed, 2);
});

test('the worker leaves requests to the browser, and keeps nothing', () => {
  verifies('DEC-PUSH-07');
  assert.deepEqual(startWorker([]).handles, ['install', 'push', 'notificationclick']);
  assert.doesNotMatch(script, /caches\.|indexedDB|fetch\(/);
});
