import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import OpenAI from 'openai';
import { pino } from 'pino';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { within } from '../support/deadline.ts';
import { IMAGE, openaiClient, VIDEO } from '../support/openai-client.ts';
import { send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let customer: TestAccount;
let client: OpenAI;
before(async () => {
  service = await startTestApp();
  customer = await service.account();
  client = openaiClient(service, customer);
});
after(() => service.stop());

/** The error that the package throws. */
async function thrown(call: PromiseLike<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error = await Promise.resolve(call).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof OpenAI.APIError, String(error));
  return error;
}

describe('problems are the typed errors of the package', () => {
  test('a key that is missing or unknown', async () => {
    verifies('DEC-FACADE-09', 'DEC-FACADE-13');
    const error = await thrown(openaiClient(service, customer, { apiKey: 'sk-wrong' }).models.list());
    assert.ok(error instanceof OpenAI.AuthenticationError);
    assert.deepEqual([error.code, error.type, error.param], ['unauthorized', 'authentication_error', null]);
    assert.ok('payment' in (error.error as object), 'the way to pay is there too');
    for (const headers of [{}, { 'x-api-key': customer.key }, { authorization: 'Basic eDp5' }]) {
      const answer = await send(`${service.url}/openai/v1/models`, { headers });
      assert.equal(answer.status, 401);
      assert.match(answer.body.error.message, /Authorization: Bearer/);
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/);
    }
  });

  test('no money, a blocked prompt, an unknown video, an unknown address', async () => {
    verifies('DEC-FACADE-09', 'DEC-FACADE-10');
    const poor = openaiClient(service, await service.account(1));
    const unpaid = await thrown(poor.videos.create(VIDEO));
    assert.deepEqual(
      [unpaid.status, unpaid.code, unpaid.type],
      [402, 'balance_insufficient', 'insufficient_quota'],
    );
    assert.match(String((unpaid.error as { top_up?: unknown }).top_up), /^http/);

    const blocked = await thrown(client.images.generate({ ...IMAGE, prompt: 'explicit child pornography' }));
    assert.deepEqual([blocked.status, blocked.code], [451, 'content_blocked']);

    const missing = await thrown(client.videos.retrieve('video_123'));
    assert.ok(missing instanceof OpenAI.NotFoundError);
    for (const path of ['/images/edits', '/nothing']) {
      const unknown = await thrown(client.post(path, { body: {} }));
      assert.ok(unknown instanceof OpenAI.NotFoundError);
      assert.deepEqual([unknown.code, unknown.type], ['not_found', 'invalid_request_error']);
    }
    assert.equal((await thrown(client.put('/videos'))).code, 'method_not_allowed');
  });

  test('a limit has Retry-After, and the package learns what not to repeat', async () => {
    verifies('DEC-FACADE-09', 'DEC-FACADE-10', 'DEC-FACADE-02');
    const limited = openaiClient(service, await service.account(1000, 'default'));
    for (let i = 0; i < 3; i++) await limited.videos.create(VIDEO);
    const error = await thrown(limited.videos.create(VIDEO));
    assert.ok(error instanceof OpenAI.RateLimitError);
    assert.deepEqual([error.code, error.type], ['rate_limited', 'rate_limit_error']);
    const seconds = Number(error.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`);
    assert.equal(error.headers.get('x-should-retry'), null);

    const headers = { 'idempotency-key': 'k' };
    await client.videos.create(VIDEO, { headers });
    const other = { ...VIDEO, prompt: 'a fox' };
    const conflict = await thrown(client.videos.create(other, { headers, maxRetries: 2 }));
    assert.ok(conflict instanceof OpenAI.ConflictError);
    assert.equal(conflict.headers.get('x-should-retry'), 'false');
  });

  test('a body that is not JSON, and one that is too large', async () => {
    verifies('DEC-FACADE-09');
    for (const [body, status] of [
      ['{', 400],
      [JSON.stringify({ prompt: 'x'.repeat(70_000) }), 400],
    ] as const) {
      const answer = await send(`${service.url}/openai/v1/images/generations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
        body,
      });
      assert.equal(answer.status, status);
      assert.deepEqual(Object.keys(answer.body), ['error']);
      assert.deepEqual(Object.keys(answer.body.error).slice(0, 4), ['message', 'type', 'param', 'code']);
    }
  });
});

test('the default User-Agent of a library is accepted', async () => {
  verifies('DEC-FACADE-13');
  for (const agent of ['Python/3.12 aiohttp/3.9.5', 'python-requests/2.31.0', 'OpenAI/Python 3.54.0']) {
    const headers = { authorization: `Bearer ${customer.key}`, 'user-agent': agent };
    assert.equal((await send(`${service.url}/openai/v1/models`, { headers })).status, 200);
  }
});

test('a failed or blocked video tells why', async () => {
  verifies('DEC-FACADE-11');
  const [failing, blocking] = [await client.videos.create(VIDEO), await client.videos.create(VIDEO)];
  for (const id of [failing.id, blocking.id]) {
    let lease = await takeLease(service.worker);
    while (lease.job_id !== id) {
      await deliver(service.worker, lease);
      lease = await takeLease(service.worker);
    }
    assert.equal((await client.videos.retrieve(id)).status, 'in_progress');
    if (id === failing.id) await service.worker.fail(lease, { reason: 'broke', retryable: false });
    else await service.worker.block(lease, { category: 'sexual', reason: 'found' });
  }
  const failed = await client.videos.retrieve(failing.id);
  assert.deepEqual([failed.status, failed.error?.code], ['failed', 'internal_error']);
  const blocked = await client.videos.retrieve(blocking.id);
  assert.deepEqual([blocked.status, blocked.error?.code], ['failed', 'content_blocked']);
  assert.match(blocked.error?.message ?? '', /costs nothing/);
  await assert.rejects(client.videos.downloadContent(failing.id), OpenAI.NotFoundError);
});

test('videos are listed in pages in both orders, and only to their owner', async () => {
  verifies('DEC-FACADE-11');
  const owner = await service.account();
  const mine = openaiClient(service, owner);
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push((await mine.videos.create(VIDEO)).id);
  const seen: string[] = [];
  for await (const { id } of mine.videos.list({ limit: 2 })) seen.push(id);
  assert.deepEqual(seen, ids.toReversed());
  const forward: string[] = [];
  for await (const { id } of mine.videos.list({ limit: 2, order: 'asc' })) forward.push(id);
  assert.deepEqual(forward, ids);
  await assert.rejects(mine.videos.list({ limit: 1000 }), { status: 400, param: 'limit' });
  for (const call of [
    client.videos.retrieve(ids[0] ?? ''),
    client.videos.delete(ids[0] ?? ''),
    client.videos.downloadContent(ids[0] ?? ''),
  ]) {
    await assert.rejects(call, OpenAI.NotFoundError);
  }
  // The id of an image names no video.
  const image = await owner.post('/v1/images/generate', { prompt: 'a lake' });
  await assert.rejects(mine.videos.delete(image.body.job_id), OpenAI.NotFoundError);
  assert.equal((await owner.get(`/v1/jobs/${image.body.job_id}`)).status, 200);
});

test('a suspended account is refused here too', async () => {
  verifies('DEC-FACADE-02');
  const suspended = await service.account();
  await service.database.query(
    `insert into suspensions (account_id, rejected_at, suspended_until) values ($1, now(), now() + interval '1 hour')`,
    [suspended.id],
  );
  const error = await thrown(openaiClient(service, suspended).videos.create(VIDEO));
  assert.ok(error instanceof OpenAI.PermissionDeniedError);
  assert.deepEqual([error.code, error.type], ['key_suspended', 'permission_error']);
});

test('images are completed while the server stops, and the repeated call gets those that are not', async () => {
  verifies('DEC-FACADE-12');
  const stopping = await startTestApp({ environment: { KINORA_STOP_GRACE_SECONDS: '2' } });
  const owner = await stopping.account();
  const inTime = openaiClient(stopping, owner).images.generate(IMAGE);
  const lease = await takeLease(stopping.worker);
  const fox = { ...IMAGE, prompt: 'a fox' };
  const tooLate = thrown(openaiClient(stopping, owner).images.generate(fox));
  const second = await takeLease(stopping.worker);
  assert.notEqual(second.job_id, lease.job_id);
  const drained = stopping.app.drain();
  await deliver(stopping.worker, lease);
  assert.equal((await within(() => 'the image', inTime)).data?.length, 1);
  await drained;
  const settings = {
    KINORA_PORT: '0',
    KINORA_DATA_DIR: stopping.dataDir,
    DATABASE_URL: stopping.connectionString,
  };
  const next = await startApp(readConfig(settings), pino({ level: 'silent' }));
  const stopped = stopping.app.stop();
  const error = await within(() => 'the refusal', tooLate);
  assert.deepEqual([error.status, error.code], [503, 'workers_unavailable']);
  assert.match(error.message, /it is not charged twice/);
  await stopped;
  const again = openaiClient({ ...stopping, url: next.url }, owner).images.generate(fox);
  await deliver(createLeaseClient(next.url, next.workerToken), second);
  assert.equal((await within(() => 'the image', again)).data?.length, 1);
  await next.stop();
  await stopping.stop();
});
