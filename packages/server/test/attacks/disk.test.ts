import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { ConfigError } from '@kinora/program/setting';
import { verifies } from '@kinora/testing/requirements';
import { setLimits } from '../../src/admit/accept/account-limits.ts';
import { readConfig } from '../../src/config.ts';
import { purgeExpired } from '../../src/jobs/retention/purge-expired.ts';
import { createFindDiskProblem } from '../../src/storage/free-disk.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { catalogueWith } from '../support/default-catalogue.ts';
import { ASK, jobCaller } from '../support/job-api.ts';
import { violations } from '../support/jobs-under-test.ts';
import { manualClock } from '../support/manual-clock.ts';
import { noBlobs } from '../support/no-blobs.ts';
import { type Answer, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { assertUntouched } from '../support/untouched.ts';

/** Accounts and machines whose disk is full. */

const IMAGE = { prompt: 'a pear', width: 256, height: 256 };
const DAY_MS = 86_400_000;

const order = (account: TestAccount, headers?: Record<string, string>) =>
  account.post('/v1/images/generate', IMAGE, headers);

describe('an account that stores without end', () => {
  const clock = manualClock('2031-03-05T12:00:00Z');
  let service: TestApp;
  before(async () => {
    // Two bytes: any result uses the whole quota.
    const stored_gib = { free: 2e-9, prepaid: 2e-9 };
    service = await startTestApp({ clock, sold: catalogueWith([], { stored_gib }, 2) });
  });
  after(() => service.stop());

  async function generate(account: TestAccount): Promise<string> {
    const { status, body, text } = await order(account);
    assert.equal(status, 200, text);
    await deliver(service.worker, await takeLease(service.worker));
    return body.poll_url;
  }

  async function storedBytes({ id }: { readonly id: string }): Promise<number> {
    const [row] = await service.database.query<{ bytes: number }>(
      'select sum(stored_bytes)::float8 as bytes from account_activity where account_id = $1',
      [id],
    );
    return row?.bytes ?? Number.NaN;
  }

  const assertSound = async () => assert.deepEqual(await violations(service.database), []);

  test('is refused at its quota before money is held, and served again after a DELETE', async () => {
    verifies('DEC-DISK-01', 'DEC-DISK-02');
    const account = await service.account();
    const pollUrl = await generate(account);
    const bytes = await storedBytes(account);
    assert.ok(bytes > 2);
    const { status, body, headers } = await assertUntouched(service, account, () => order(account));
    assert.equal(status, 429);
    assert.equal(headers.get('retry-after'), '3600');
    assert.match(body.error, /Nothing was charged\. Delete results/);
    const { error: _, ...rest } = body;
    assert.deepEqual(rest, { code: 'storage_quota_reached', stored_bytes: bytes, quota_bytes: 2 });
    const video = await account.post('/v1/videos/generate', { prompt: 'a pear' });
    assert.equal(video.body.code, 'storage_quota_reached');
    for (const kind of ['images', 'videos']) {
      const quoted = await account.post(`/v1/${kind}/quote`, { prompt: 'a pear' });
      assert.equal(quoted.body.code, 'storage_quota_reached');
    }
    assert.equal((await account.delete(pollUrl)).status, 204);
    assert.equal(await storedBytes(account), 0);
    await generate(account);
    await assertSound();
  });

  test('is refused on the job API in its own format', async () => {
    verifies('DEC-DISK-01');
    const caller = await jobCaller(service);
    assert.equal((await caller.generate({ ...ASK, type: 'image' })).status, 200);
    await deliver(service.worker, await takeLease(service.worker));
    const { status, body, headers } = await caller.generate({ ...ASK, type: 'image' });
    assert.equal(status, 429);
    assert.match(body.error, /The results of this account use/);
    assert.deepEqual([body.retry_after, headers.get('retry-after')], [3600, '3600']);
    await assertSound();
  });

  test('still gets its stored responses, and results that are not stored', async () => {
    verifies('DEC-DISK-01', 'DEC-DISK-02');
    const account = await service.account();
    const key = { 'idempotency-key': 'one' };
    const first = await order(account, key);
    await deliver(service.worker, await takeLease(service.worker));
    const bytes = await storedBytes(account);
    const replayed = await order(account, key);
    assert.deepEqual([replayed.status, replayed.body], [200, first.body]);
    const inline = fetch(`${service.url}/v1/images/generate`, {
      method: 'POST',
      headers: {
        'x-api-key': account.key,
        'user-agent': 'kinora-tests/1.0',
        'content-type': 'application/json',
        'x-service-store': '0',
      },
      body: JSON.stringify(IMAGE),
    });
    await deliver(service.worker, await takeLease(service.worker));
    assert.equal((await inline).status, 200);
    assert.equal(await storedBytes(account), bytes);
    await assertSound();
  });

  test('has the quota that the operator set for it', async () => {
    verifies('DEC-DISK-01');
    const account = await service.account();
    await generate(account);
    assert.equal((await order(account)).status, 429);
    await setLimits(service.database, account.id, { storedBytes: 1_000_000 });
    await generate(account);
  });

  test('is counted by what is kept: not by what failed, was blocked or has expired', async () => {
    verifies('DEC-DISK-02');
    const account = await service.account();
    await order(account);
    const failed = await takeLease(service.worker);
    await service.worker.fail(failed, { reason: 'x', retryable: false });
    await order(account);
    const blocked = await takeLease(service.worker);
    await service.worker.block(blocked, { category: 'x', reason: 'x' });
    assert.equal(await storedBytes(account), 0);
    await generate(account);
    assert.ok((await storedBytes(account)) > 0);
    await assertSound();
    clock.advance(8 * DAY_MS);
    await purgeExpired({ database: service.database, blobs: noBlobs, clock });
    assert.equal(await storedBytes(account), 0);
    await assertSound();
    await generate(account);
    await service.database.query(
      'update account_activity set stored_bytes = stored_bytes + 1 where account_id = $1',
      [account.id],
    );
    assert.equal((await violations(service.database)).length, 1);
  });
});

test('a price of storage accepts what can be paid for a month, on both interfaces, and nothing more', async () => {
  verifies('DEC-KEPT-10');
  const stored_gib = { free: 2e-9, prepaid: 2e-9 };
  const storage = { cents_per_gib_month: 10_000_000, kept_percent: 50 };
  const service = await startTestApp({ sold: catalogueWith([], { stored_gib, storage }, 2) });
  try {
    const account = await service.account(100);
    const keep = async (bytes: number) => {
      await service.database.query(
        `insert into account_activity (account_id, interface, day, stored_bytes) values ($1, 'v1', '2031-01-01', $2)
         on conflict (account_id, interface) do update set stored_bytes = $2`,
        [account.id, bytes],
      );
    };
    // A dollar is a hundred-thousandth of the price of a GiB.
    const quota = 2 + Math.floor(1024 ** 3 / 100_000);
    await keep(quota - 1);
    assert.equal((await account.post('/v1/images/quote', IMAGE)).status, 200);
    await keep(quota);
    const { body } = await assertUntouched(service, account, () => order(account));
    assert.deepEqual(
      [body.code, body.stored_bytes, body.quota_bytes],
      ['storage_quota_reached', quota, quota],
    );
    await keep(quota - 1);
    assert.equal((await order(account)).status, 200);
    // The price of the order is on hold, and pays for no storage.
    assert.equal((await order(account)).body.code, 'storage_quota_reached');
    const caller = await jobCaller(service);
    await service.database.query(
      `insert into account_activity (account_id, interface, day, stored_bytes)
       select id, 'job_api', '2031-01-01', 2 from accounts on conflict (account_id, interface) do update set stored_bytes = 2`,
    );
    const refused = await caller.generate({ ...ASK, type: 'image' });
    assert.match(refused.body.error, /With a larger balance/);
  } finally {
    await service.stop();
  }
});

describe('a machine whose disk is nearly full', () => {
  test('refuses every order with 503 before money is held, on both interfaces', async () => {
    verifies('DEC-DISK-03');
    const service = await startTestApp({ environment: { KINORA_MIN_FREE_GIB: '1000000' } });
    try {
      const account = await service.account();
      const answers: Answer[] = [];
      for (const headers of [{}, { 'x-service-store': '0' }]) {
        answers.push(await assertUntouched(service, account, () => order(account, headers)));
      }
      for (const path of ['videos/generate', 'images/quote', 'videos/quote']) {
        answers.push(await account.post(`/v1/${path}`, { prompt: 'a pear' }));
      }
      for (const { status, body, headers } of answers) {
        assert.deepEqual([status, body.code], [503, 'storage_full']);
        assert.equal(headers.get('retry-after'), '300');
      }
      const caller = await jobCaller(service);
      const { status, headers, body } = await caller.generate({ ...ASK, type: 'image' });
      assert.deepEqual([status, headers.get('retry-after')], [503, '300']);
      assert.match(body.error, /Nothing was charged; retry later\.$/);
    } finally {
      await service.stop();
    }
  });

  test('reads its disk once a second, and accepts orders again when there is room', async () => {
    verifies('DEC-DISK-03');
    let atMs = 0;
    let free = 99;
    let readings = 0;
    mock.method(performance, 'now', () => atMs);
    const find = createFindDiskProblem(async () => {
      readings += 1;
      return free;
    }, 100);
    assert.equal((await find())?.code, 'storage_full');
    free = 100;
    atMs = 999;
    assert.equal((await find())?.code, 'storage_full');
    atMs = 1000;
    assert.equal(await find(), undefined);
    assert.equal(readings, 2);
    mock.restoreAll();
  });
});

test('the free space of the disk is read in GiB, and a wrong one is refused with the remedy', () => {
  verifies('DEC-DISK-03');
  const { disk } = readConfig({ KINORA_MIN_FREE_GIB: '0.5' });
  assert.equal(disk.minFreeBytes, 2 ** 29);
  for (const [name, value] of [
    ['KINORA_MIN_FREE_GIB', '-1'],
    ['KINORA_MIN_FREE_GIB', '1 GB'],
  ] as const) {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error) => error instanceof ConfigError && error.message.startsWith(name),
    );
  }
});
