import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Lease } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { until, within } from '../support/deadline.ts';
import { balanceOf } from '../support/jobs-under-test.ts';
import { IMAGE, openaiClient, VIDEO } from '../support/openai-client.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** The openai package repeats requests by itself, without an Idempotency-Key. */

const BALANCE = 1000;
const VIDEO_CENTS = 10;
const IMAGE_CENTS = 5;

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());
beforeEach(async () => {
  customer = await service.account(BALANCE);
});

async function spent(): Promise<number> {
  return BALANCE - (await balanceOf(service.database, customer.id));
}

async function jobs(): Promise<number> {
  const [row] = await service.database.query<{ n: number }>(
    'select count(*) as n from jobs where account_id = $1 and deleted_at is null',
    [customer.id],
  );
  return row?.n ?? Number.NaN;
}

async function openJobs(): Promise<number> {
  const [row] = await service.database.query<{ n: number }>(
    `select count(*) as n from jobs where account_id = $1 and ended_at is null and deleted_at is null`,
    [customer.id],
  );
  return row?.n ?? Number.NaN;
}

/** Other tests leave videos in the queue. */
function takeImage(): ReturnType<typeof takeLease> {
  return takeLease(service.worker, { pools: ['image'] });
}

/** The package fetches a `data:` URL too, to find out what `fetch` supports. */
function isCall(input: unknown): boolean {
  return String(input).startsWith(service.url);
}

/** A connection on which the first `count` responses get lost after the server has sent them. */
function losing(count: number, send: typeof fetch = fetch): typeof fetch {
  let left = count;
  return async (input, init) => {
    const response = await send(input, init);
    if (left === 0 || !isCall(input)) return response;
    left -= 1;
    await response.arrayBuffer();
    throw new TypeError('fetch failed');
  };
}

test('a video whose responses got lost is ordered and charged once', async () => {
  verifies('DEC-FACADE-06');
  const client = openaiClient(service, customer, { maxRetries: 2, fetch: losing(2) });
  const video = await client.videos.create(VIDEO);
  assert.deepEqual([await jobs(), await spent()], [1, VIDEO_CENTS]);
  assert.equal((await client.videos.retrieve(video.id)).status, 'queued');
});

test('videos ordered at once, all of whose responses got lost, are as many after the retries', async () => {
  verifies('DEC-FACADE-06');
  let last: Promise<unknown> = Promise.resolve();
  const oneByOne: typeof fetch = (input, init) => {
    const response = last.then(() => fetch(input, init));
    last = response;
    return response;
  };
  const videos = await Promise.all(
    Array.from({ length: 4 }, () =>
      openaiClient(service, customer, { maxRetries: 1, fetch: losing(1, oneByOne) }).videos.create(VIDEO),
    ),
  );
  assert.equal(new Set(videos.map(({ id }) => id)).size, 4);
  assert.deepEqual([await jobs(), await spent()], [4, 4 * VIDEO_CENTS]);
});

test('a video that was deleted is not repeated', async () => {
  verifies('DEC-FACADE-07');
  const { id } = await openaiClient(service, customer).videos.create(VIDEO);
  let lease: Lease;
  do {
    lease = await takeLease(service.worker, { pools: ['video'] });
    await deliver(service.worker, lease);
  } while (lease.job_id !== id);
  await openaiClient(service, customer).videos.delete(id);
  // The first attempt never reaches the server.
  let sent = 0;
  const client = openaiClient(service, customer, {
    maxRetries: 1,
    fetch: (input, init) => {
      if (isCall(input)) sent += 1;
      return isCall(input) && sent === 1 ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init);
    },
  });
  assert.notEqual((await client.videos.create(VIDEO)).id, id);
  assert.deepEqual([sent, await jobs(), await spent()], [2, 1, 2 * VIDEO_CENTS]);
});

test('the same video ordered again later is another one', async () => {
  verifies('DEC-FACADE-07');
  const client = openaiClient(service, customer);
  const [first, second] = [await client.videos.create(VIDEO), await client.videos.create(VIDEO)];
  assert.notEqual(first.id, second.id);
  assert.equal(await spent(), 2 * VIDEO_CENTS);
});

test('what is repeated after an error is ordered anew, although the same was ordered at once', async () => {
  verifies('DEC-FACADE-07', 'DEC-FACADE-02');
  customer = await service.account(BALANCE, 'default');
  const first = await openaiClient(service, customer).videos.create(VIDEO);
  const others = await Promise.all([1, 2].map(() => openaiClient(service, customer).videos.create(VIDEO)));
  // The fourth is refused, because there may be three at once, and repeated when one of them has been deleted.
  let refusals = 0;
  const client = openaiClient(service, customer, {
    maxRetries: 1,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (response.status !== 429) return response;
      refusals += 1;
      await openaiClient(service, customer).videos.delete(first.id);
      return new Response(await response.text(), { status: 429, headers: { 'retry-after-ms': '1' } });
    },
  });
  const repeated = await client.videos.create(VIDEO);
  assert.equal(refusals, 1);
  const ids = [first.id, ...others.map(({ id }) => id)];
  assert.ok(!ids.includes(repeated.id), 'it is none of those that were ordered before');
  assert.equal(await jobs(), 3);
});

test('a program that orders six images in as many calls gets all of them when it repeats as the answer says', async () => {
  verifies('DEC-FACADE-02', 'DEC-LIMIT-10');
  customer = await service.account(BALANCE, 'default');
  let refused = 0;
  const client = openaiClient(service, customer, {
    maxRetries: 8,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (response.status !== 429) return response;
      refused += 1;
      const seconds = Number(response.headers.get('retry-after'));
      assert.ok(seconds >= 1 && seconds <= 60, 'the package waits no longer than a minute');
      assert.equal(response.headers.get('x-should-retry'), null);
      const text = await response.text();
      assert.match(text, new RegExp(`Send this again in ${seconds} s\\.`));
      await until(async () => (await openJobs()) < 3);
      return new Response(text, { status: 429, headers: { 'retry-after-ms': '1' } });
    },
  });
  const images = Promise.all(Array.from({ length: 6 }, () => client.images.generate(IMAGE)));
  images.catch(() => {});
  // Otherwise an image might be delivered before the last of them is ordered.
  await until(async () => refused === 3);
  for (let image = 0; image < 6; image++) await deliver(service.worker, await takeImage());
  assert.equal((await within(() => 'six images', images)).length, 6);
  assert.deepEqual([await jobs(), await spent()], [6, 6 * IMAGE_CENTS]);
});

test('an image whose response got lost is charged once and sent by the retry', async () => {
  verifies('DEC-FACADE-06');
  const client = openaiClient(service, customer, { maxRetries: 1, fetch: losing(1) });
  const made = client.images.generate({ ...IMAGE, response_format: 'b64_json' });
  const delivered = await deliver(service.worker, await takeImage());
  const image = await within(() => 'the image', made);
  assert.ok(Buffer.from(image.data?.[0]?.b64_json ?? '', 'base64').length >= delivered.length);
  assert.deepEqual([await jobs(), await spent()], [1, IMAGE_CENTS]);
});

test('an image that takes longer than the package waits is rendered and charged once', async () => {
  verifies('DEC-FACADE-06', 'DEC-FACADE-08');
  let attempts = 0;
  const client = openaiClient(service, customer, {
    maxRetries: 1,
    timeout: 60_000,
    fetch: (input, init) => {
      attempts += 1;
      if (attempts > 1) return fetch(input, init);
      return fetch(input, { ...init, signal: AbortSignal.timeout(300) });
    },
  });
  const made = client.images.generate(IMAGE);
  await until(() => attempts === 2);
  await deliver(service.worker, await takeImage());
  assert.equal((await within(() => 'the image', made)).data?.length, 1);
  assert.deepEqual([await jobs(), await spent()], [1, IMAGE_CENTS]);
});

test('an image that failed costs nothing, and the retry orders another', async () => {
  verifies('DEC-FACADE-07');
  const client = openaiClient(service, customer, { maxRetries: 1 });
  const made = client.images.generate(IMAGE);
  const lease = await takeImage();
  await service.worker.fail(lease, { reason: 'the engine broke', retryable: false });
  await deliver(service.worker, await takeImage());
  assert.equal((await within(() => 'the image', made)).data?.length, 1);
  assert.deepEqual([await jobs(), await spent()], [2, IMAGE_CENTS]);
});
