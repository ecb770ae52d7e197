import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Lease } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import type { ClientOptions } from 'openai';
import { createKey } from '../../src/access/keys/create-key.ts';
import { deliver, leaseRequest, takeLease } from '../support/act-as-worker.ts';
import { until, within } from '../support/deadline.ts';
import { balanceOf } from '../support/jobs-under-test.ts';
import { IMAGE, openaiClient, VIDEO } from '../support/openai-client.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** Calls of the OpenAI API that are cut off, and what a repeated call gets. */

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
afterEach(async () => {
  // What a test has left would be leased by the next one.
  let left: Lease | undefined;
  do {
    left = await service.worker.lease(leaseRequest(), AbortSignal.timeout(30_000));
    if (left !== undefined) await service.worker.fail(left, { reason: 'left over', retryable: false });
  } while (left !== undefined);
});

async function spent(): Promise<number> {
  return BALANCE - (await balanceOf(service.database, customer.id));
}

async function count(rows: string): Promise<number> {
  const sql = `select count(*)::int as n from ${rows} and account_id = $1`;
  const [row] = await service.database.query<{ n: number }>(sql, [customer.id]);
  return row?.n ?? Number.NaN;
}

const jobs = () => count('jobs where deleted_at is null');
/** The calls of which the server knows that they were cut off, and that none has repeated yet. */
const cutOff = () => count("idempotency_keys where key like '%\u00b7-1\u00b7%\u00b70'");

const takeImage = () => takeLease(service.worker);

async function otherKey(): Promise<string> {
  const settings = { name: 'other', scopes: ['generate'], expiresAt: null, capCents: null } as const;
  const owner = { accountId: customer.id, network: '127.0.0.1' };
  const created = await createKey(service.database, owner, settings, new Date());
  assert.ok(created.ok);
  return created.value.issued.secret;
}

/** A call through a proxy, of a client that neither has a key nor counts its attempts. */
function callBare(proxy: TcpProxy, path: string, body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`${proxy.connectionString}/openai/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal !== undefined && { signal }),
  });
}

describe('a call that is cut off at the proxy', () => {
  let proxy: TcpProxy;
  beforeEach(async () => {
    proxy = await startTcpProxy(service.url);
  });
  afterEach(() => proxy.close());

  /** Cuts the connections of `calls` when they have ordered, or taken over, so many jobs; lets further ones through. */
  async function cut(ordered: number, ...calls: readonly PromiseLike<unknown>[]): Promise<void> {
    const rejected = calls.map((call) => assert.rejects(Promise.resolve(call)));
    await until(async () => (await jobs()) === ordered && (await cutOff()) === 0);
    proxy.cut();
    proxy.restore();
    await Promise.all(rejected);
  }

  /** The same, of calls without an Idempotency-Key. */
  async function cutUnkeyed(ordered: number, ...calls: readonly PromiseLike<unknown>[]): Promise<void> {
    await cut(ordered, ...calls);
    await until(async () => (await cutOff()) === calls.length);
  }

  const through = (options: ClientOptions) =>
    openaiClient(service, customer, { baseURL: `${proxy.connectionString}/openai/v1`, ...options });

  test('gets its images when the package repeats it, as many as a call may have', async () => {
    verifies('DEC-FACADE-06', 'DEC-FACADE-08');
    const made = through({ maxRetries: 2 }).images.generate({ ...IMAGE, n: 10 });
    await cut(10);
    for (let i = 0; i < 10; i++) await deliver(service.worker, await takeImage());
    assert.equal((await within(() => 'the images', made)).data?.length, 10);
    assert.deepEqual([await jobs(), await spent()], [10, 10 * IMAGE_CENTS]);
  });

  test('gets them within the limits of an account', async () => {
    verifies('DEC-FACADE-06', 'DEC-FACADE-08');
    customer = await service.account(BALANCE, 'default');
    const call = () => callBare(proxy, '/images/generations', { ...IMAGE, n: 3 });
    // More calls than an account may have in a minute, were each of them counted.
    for (let cuts = 0; cuts < 7; cuts++) {
      await cutUnkeyed(3, call());
    }
    const made = call();
    for (let i = 0; i < 3; i++) await deliver(service.worker, await takeImage());
    const answer = (await (await within(() => 'the images', made)).json()) as { data: unknown[] };
    assert.equal(answer.data.length, 3);
    assert.deepEqual([await jobs(), await spent()], [3, 3 * IMAGE_CENTS]);
  });

  test('gets them when the program repeats it, whatever client it has', async () => {
    verifies('DEC-FACADE-08');
    for (const call of [
      () => callBare(proxy, '/images/generations', IMAGE).then((response) => response.json()),
      () => through({ maxRetries: 0 }).images.generate(IMAGE),
    ]) {
      customer = await service.account(BALANCE);
      await cutUnkeyed(1, call());
      const made = call();
      await deliver(service.worker, await takeImage());
      assert.equal(
        ((await within(() => 'the image', Promise.resolve(made))) as { data: unknown[] }).data.length,
        1,
      );
      assert.deepEqual([await jobs(), await spent()], [1, IMAGE_CENTS]);
      // What has been delivered is ordered anew.
      const another = call();
      await deliver(service.worker, await takeImage());
      await within(() => 'another image', Promise.resolve(another));
      assert.deepEqual([await jobs(), await spent()], [2, 2 * IMAGE_CENTS]);
    }
  });

  test('is not mistaken for one of another key or of another request', async () => {
    verifies('DEC-FACADE-08', 'DEC-FACADE-07');
    await cutUnkeyed(1, callBare(proxy, '/images/generations', IMAGE));
    const other = await otherKey();
    const left = new AbortController();
    const calls = [
      openaiClient(service, { ...customer, key: other }).images.generate(IMAGE, { signal: left.signal }),
      openaiClient(service, customer).images.generate({ ...IMAGE, prompt: 'a fox' }, { signal: left.signal }),
    ].map((call) => assert.rejects(call));
    await until(async () => (await jobs()) === 3);
    assert.equal(await cutOff(), 1);
    left.abort();
    await Promise.all(calls);
    assert.equal(await spent(), 3 * IMAGE_CENTS);
  });

  test('is repeated by as many calls as were cut off', async () => {
    verifies('DEC-FACADE-08');
    await cutUnkeyed(3, ...[1, 2, 3].map(() => callBare(proxy, '/images/generations', IMAGE)));
    const made = [1, 2, 3, 4].map(() => callBare(proxy, '/images/generations', IMAGE));
    await until(async () => (await jobs()) === 4);
    for (let i = 0; i < 4; i++) await deliver(service.worker, await takeImage());
    for (const one of made) assert.equal((await within(() => 'an image', one)).status, 200);
    assert.deepEqual([await jobs(), await spent()], [4, 4 * IMAGE_CENTS]);
  });

  test('is ordered anew if what it had ordered has failed since, and costs nothing then', async () => {
    verifies('DEC-FACADE-07', 'DEC-FACADE-08');
    await cutUnkeyed(1, callBare(proxy, '/images/generations', IMAGE));
    await service.worker.fail(await takeImage(), { reason: 'the engine broke', retryable: false });
    const made = callBare(proxy, '/images/generations', IMAGE);
    await deliver(service.worker, await takeImage());
    assert.equal((await within(() => 'the image', made)).status, 200);
    assert.deepEqual([await jobs(), await spent()], [2, IMAGE_CENTS]);
  });

  test('with an Idempotency-Key gets its images by that key, from the package and without it', async () => {
    verifies('DEC-FACADE-08', 'DEC-FACADE-14');
    const headers = { 'idempotency-key': 'images' };
    const call = () => through({}).images.generate({ ...IMAGE, n: 2 }, { headers });
    await cut(2, call());
    const again = call();
    for (let i = 0; i < 2; i++) await deliver(service.worker, await takeImage());
    assert.equal((await within(() => 'the images', again)).data?.length, 2);
    const replayed = await call().withResponse();
    assert.equal(replayed.response.headers.get('idempotent-replayed'), 'true');
    await assert.rejects(
      openaiClient(service, customer).images.generate({ ...IMAGE, prompt: 'a fox' }, { headers }),
      {
        status: 409,
        code: 'idempotency_conflict',
      },
    );
    assert.deepEqual([await jobs(), await spent()], [2, 2 * IMAGE_CENTS]);
  });
});

test('a video whose response got lost is found again by its Idempotency-Key', async () => {
  verifies('DEC-FACADE-14', 'DEC-FACADE-08');
  const headers = { 'idempotency-key': 'a video' };
  const ids = new Set<string>();
  for (let call = 0; call < 3; call++) {
    ids.add((await openaiClient(service, customer).videos.create(VIDEO, { headers })).id);
  }
  assert.deepEqual([ids.size, await jobs(), await spent()], [1, 1, VIDEO_CENTS]);
});

test('a call whose client has left before the order was accepted orders nothing', async () => {
  verifies('DEC-FACADE-08');
  for (const call of [
    (signal: AbortSignal) => openaiClient(service, customer).images.generate(IMAGE, { signal }),
    (signal: AbortSignal) => openaiClient(service, customer).videos.create(VIDEO, { signal }),
  ]) {
    customer = await service.account(BALANCE);
    await service.database.transaction(async (tx) => {
      await tx.query('select from funding_accounts where account_id = $1 for update', [customer.id]);
      const left = new AbortController();
      const made = assert.rejects(Promise.resolve(call(left.signal)));
      await until(async () => (await waitingForLocks()) > 0);
      left.abort();
      await made;
    });
    const state = () =>
      service.database.query<{ deleted: boolean }>(
        'select deleted_at is not null as deleted from jobs where account_id = $1',
        [customer.id],
      );
    await until(async () => (await state())[0]?.deleted === true);
    assert.equal(await spent(), 0);
  }
});

async function waitingForLocks(): Promise<number> {
  const [row] = await service.database.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return row?.n ?? 0;
}

test('a repeated call that is refused leaves what it had ordered', async () => {
  verifies('DEC-FACADE-08', 'DEC-FACADE-05');
  // One of three images was lost with the server that accepted the others.
  customer = await service.account(2 * IMAGE_CENTS);
  const headers = { 'idempotency-key': 'three' };
  const made = openaiClient(service, customer).images.generate({ ...IMAGE, n: 2 }, { headers });
  for (let i = 0; i < 2; i++) await deliver(service.worker, await takeImage());
  await within(() => 'the images', made);
  await service.database.query(`delete from idempotency_keys where account_id = $1 and key <> 'three'`, [
    customer.id,
  ]);
  await assert.rejects(openaiClient(service, customer).images.generate({ ...IMAGE, n: 2 }, { headers }), {
    code: 'balance_insufficient',
  });
  assert.equal(await jobs(), 2, 'what is paid is not deleted');
});

test('with a time set by the operator, the same request within it is the same order', async () => {
  verifies('DEC-FACADE-16');
  const repeating = await startTestApp({ environment: { KINORA_REPEATED_CALL_SECONDS: '60' } });
  try {
    const owner = await repeating.account(BALANCE);
    const client = openaiClient(repeating, owner);
    const orders = async () =>
      (await repeating.database.query('select from jobs where account_id = $1', [owner.id])).length;
    // The proxy of this one does not tell that it has cut it off.
    const first = client.images.generate({ ...IMAGE, n: 10 });
    await until(async () => (await orders()) === 10);
    const second = client.images.generate({ ...IMAGE, n: 10 });
    for (let i = 0; i < 10; i++) await deliver(repeating.worker, await takeLease(repeating.worker));
    const [one, two] = await within(() => 'both', Promise.all([first, second]));
    assert.deepEqual([one.data?.length, two.data?.length], [10, 10]);
    const videos = [await client.videos.create(VIDEO), await client.videos.create(VIDEO)];
    assert.equal(videos[0]?.id, videos[1]?.id);
    assert.equal(await orders(), 11);
    assert.equal(await balanceOf(repeating.database, owner.id), BALANCE - 10 * IMAGE_CENTS - VIDEO_CENTS);
    // With another key of the client it is another order.
    const headers = { 'idempotency-key': 'another' };
    assert.notEqual((await client.videos.create(VIDEO, { headers })).id, videos[0]?.id);
  } finally {
    await repeating.stop();
  }
});
