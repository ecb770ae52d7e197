import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { type Customer, createCustomer, SERVER_MAIN } from '../support/customer.ts';
import { until } from '../support/deadline.ts';
import { samplePng } from '../support/sample-artifact.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** Ordering, following and saving at a terminal, against a real server whose worker is the test. */

let service: TestApp;
let account: TestAccount;
let customer: Customer;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());
beforeEach(async () => {
  account = await service.account();
  customer = await createCustomer(service.url);
  await customer.run(['login', '--with-key'], { input: account.key });
});
afterEach(() => customer.leave());

const deliverNext = async () => deliver(service.worker, await takeLease(service.worker));
const saved = (name: string) => readFile(path.join(customer.folder, name));
const files = async () => (await readdir(customer.folder)).filter((name) => name !== 'config');
const jobsInDatabase = () =>
  service.database.query<{ id: string; state: string }>(
    'select id, state from current_jobs where account_id = $1',
    [account.id],
  );

test('an image is ordered, followed and saved; standard output has its name alone', async () => {
  verifies('DEC-CLI-04', 'DEC-CLI-05');
  const running = customer.start([
    'image',
    'a paper boat',
    '--size',
    '320x256',
    '--seed',
    '7',
    '-o',
    'boat.png',
  ]);
  const bytes = await deliverNext();
  const { code, stdout, stderr } = await running.ended;
  assert.deepEqual([code, stdout], [0, 'boat.png\n'], stderr);
  assert.match(stderr, /^Image: /m);
  assert.deepEqual(await saved('boat.png'), bytes);
  assert.deepEqual(await files(), ['boat.png']);
});

test('a video of an image is ordered, named after its job, and described as JSON', async () => {
  verifies('DEC-CLI-04', 'DEC-CLI-05');
  await writeFile(path.join(customer.folder, 'in.png'), samplePng({ width: 320, height: 256 }));
  const args = [
    'video',
    'slow push in',
    '--image',
    'in.png',
    '--size',
    '448x256',
    '--duration',
    '1',
    '--json',
  ];
  const running = customer.start(args);
  const lease = await takeLease(service.worker);
  assert.equal(lease.task.operation, 'i2v');
  const bytes = await deliver(service.worker, lease);
  const { code, stdout } = await running.ended;
  const status = JSON.parse(stdout);
  assert.deepEqual([code, status.status, status.price_cents], [0, 'completed', 10]);
  assert.equal(status.file, `${status.job_id}.mp4`);
  assert.deepEqual(await saved(status.file), bytes);
});

test('a result goes to standard output with -o -, and only the result', async () => {
  verifies('DEC-CLI-05');
  const running = customer.start(['image', 'a paper boat', '-o', '-']);
  const bytes = await deliverNext();
  assert.deepEqual((await running.ended).bytes, bytes);
  assert.deepEqual(await files(), []);
});

test('an order that is not waited for is followed, saved and deleted by its id', async () => {
  verifies('DEC-CLI-04', 'DEC-CLI-06');
  const ordered = await customer.run(['image', 'a paper boat', '--no-wait', '--idempotency-key', 'order-7']);
  const id = ordered.stdout.trim();
  assert.match(id, /^[0-9a-f-]{36}$/);
  const same = await customer.run(['image', 'a paper boat', '--no-wait', '--idempotency-key', 'order-7']);
  assert.equal(same.stdout.trim(), id);
  assert.match((await customer.run(['status', id])).stdout, /^Status +queued$/m);
  const early = await customer.run(['status', id, '-o', 'boat.png']);
  assert.deepEqual([early.code, await files()], [2, []]);
  const waiting = customer.start(['status', id, '--wait', '-o', 'boat.png']);
  const bytes = await deliverNext();
  assert.equal((await waiting.ended).code, 0);
  assert.deepEqual(await saved('boat.png'), bytes);
  const listed = await customer.run(['jobs', '--kind', 'image', '--status', 'completed']);
  assert.match(listed.stdout, new RegExp(`^${id}\\timage\\tcompleted\\t0\\.05 USD\\t\\S+\\n$`));
  assert.equal(JSON.parse((await customer.run(['jobs', '--json'])).stdout).jobs[0].job_id, id);
  const deleted = await customer.run(['delete', id, '--json']);
  assert.deepEqual([deleted.code, JSON.parse(deleted.stdout)], [0, { job_id: id, deleted: true }]);
  assert.equal((await customer.run(['status', id])).code, 1);
});

test('with --no-store the response is the result', async () => {
  verifies('DEC-CLI-04');
  const running = customer.start(['image', 'a paper boat', '--no-store', '-o', 'boat.png']);
  const bytes = await deliverNext();
  const { code, stdout } = await running.ended;
  assert.deepEqual([code, stdout], [0, 'boat.png\n']);
  assert.deepEqual(await saved('boat.png'), bytes);
  const piping = customer.start(['image', 'a paper boat', '--no-store', '--json', '-o', '-']);
  const piped = await deliverNext();
  const { bytes: output, stderr } = await piping.ended;
  assert.deepEqual(output, piped);
  assert.equal(JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').status, 'completed');
  assert.equal((await customer.run(['image', 'a boat', '--no-store', '--no-wait'])).code, 2);
});

test('a result that cannot be saved is paid, so the message says how to get it', async () => {
  verifies('DEC-CLI-05');
  const name = 'a-folder';
  const running = customer.start(['image', 'a paper boat', '-o', name]);
  await running.says(/^Image: waiting/m);
  // It was a good name when it was checked.
  await mkdir(path.join(customer.folder, name, 'full'), { recursive: true });
  await deliverNext();
  const { code, stderr } = await running.ended;
  assert.equal(code, 1, stderr);
  const [{ id } = { id: '' }] = await jobsInDatabase();
  assert.ok(stderr.includes(`Save it with "kinora status ${id} -o FILE"`), stderr);
  const again = await customer.run(['status', id, '-o', `${'x'.repeat(246)}.png`]);
  assert.equal(again.code, 0, 'the longest name of a file');
});

test('a result is written into a pipe, which stays one', async () => {
  verifies('DEC-CLI-05');
  const pipe = path.join(customer.folder, 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  const reading = readFile(pipe);
  const running = customer.start(['image', 'a paper boat', '-o', 'pipe']);
  const bytes = await deliverNext();
  assert.equal((await running.ended).code, 0);
  assert.ok((await stat(pipe)).isFIFO());
  assert.deepEqual(await reading, bytes);
});

test('a reader that has enough ends a command quietly', async () => {
  verifies('DEC-CLI-07');
  const running = customer.start(['completion', 'bash']);
  running.child.stdout?.destroy();
  const { stderr } = await running.ended;
  assert.equal(stderr, '');
});

test('nothing is ordered if the result could not be saved or the order is wrong', async () => {
  verifies('DEC-CLI-05');
  for (const args of [
    ['image', 'a boat', '-o', 'no-such-folder/boat.png'],
    ['image', 'a boat', '-o', 'no-such-folder/'],
    ['image', 'a', 'boat'],
    ['image'],
    ['image', ' '],
    ['image', '-'],
    ['image', 'a boat', '--size', 'large'],
    ['image', 'a boat', '--seed', 'seven'],
    ['image', 'a boat', '--sed', '7'],
    ['video', 'a boat', '--mode', 'slow'],
    ['video', 'a boat', '--image', 'none.png'],
    ['image', 'a boat', '--size', '1x1'],
    ['quote', 'image', 'a boat', '--mode', 'fast'],
    ['quote', 'song', 'a boat'],
    ['jobs', '--limit', '0'],
  ]) {
    const { code, stdout, stderr } = await customer.run(args);
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.notEqual(stderr, '');
  }
  assert.deepEqual(await jobsInDatabase(), []);
});

test('a quote, the usage and the balance are shown', async () => {
  verifies('DEC-CLI-06');
  const video = ['quote', 'video', 'surf', '--duration', '10', '--mode', 'quality'];
  assert.equal(
    (await customer.run(video)).stdout,
    'video, 1280x720, 10 s, quality: 3.00 USD\npaid from 3.00 USD of your balance\n',
  );
  const quote = JSON.parse((await customer.run(['quote', 'image', 'a boat', '--json'])).stdout);
  assert.deepEqual([quote.price_cents, quote.paid_from.balance_cents], [5, 5]);
  const { balance, usage } = JSON.parse((await customer.run(['usage', '--json'])).stdout);
  assert.deepEqual([balance.balance_cents, usage.images_used], [10_000, 0]);
});

test('an order may say what it may cost at most', async () => {
  verifies('DEC-PRICELIMIT-01', 'DEC-PRICELIMIT-05');
  const most = ['--max-price-cents', '4'];
  const { code, stdout, stderr } = await customer.run(['image', 'a boat', '--no-wait', ...most]);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /This costs 0\.05 USD, and max_price_cents allows 0\.04/);
  assert.deepEqual(await jobsInDatabase(), []);
  assert.equal((await customer.run(['quote', 'image', 'a boat', ...most])).code, 0);
});

test('an order may say what to avoid, which the service refuses for a model that takes none', async () => {
  verifies('DEC-NEGATIVE-02');
  const { code, stderr } = await customer.run(['image', 'a boat', '--no-wait', '--negative', 'fog']);
  assert.equal(code, 2);
  assert.match(stderr, /negative_prompt: is not taken by image; leave it out/);
});

test('no text of a service controls the terminal', async () => {
  verifies('DEC-CLI-06');
  const job = {
    job_id: 'a\x1b[2J',
    kind: 'image',
    status: 'failed',
    error: 'broken\x1b]0;title\x07\nBalance  9.00 USD',
    seed: 1,
    price_cents: 5,
    created_at: 'now',
    completed_at: null,
  };
  const foreign = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(job));
  }).listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  const env = {
    KINORA_API_KEY: 'kn_key',
    KINORA_SERVER: `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`,
  };
  try {
    const shown = await customer.run(['status', 'a'], { env });
    assert.equal(shown.code, 0, shown.stderr);
    assert.ok(!shown.stdout.includes('\x1b'), JSON.stringify(shown.stdout));
    assert.doesNotMatch(shown.stdout, /^Balance/m);
    const ordered = await customer.run(['image', 'a boat', '--no-wait'], { env });
    assert.ok(!ordered.stdout.includes('\x1b'), JSON.stringify(ordered.stdout));
  } finally {
    foreign.close();
    foreign.closeAllConnections();
  }
});

test('the exit status says what a script can do', async () => {
  verifies('DEC-CLI-07');
  const poor = { KINORA_API_KEY: (await service.account(20)).key };
  const refused = await customer.run(['video', 'surf'], { env: poor });
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /\nTop up at http/);
  const asJson = await customer.run(['video', 'surf', '--json'], { env: poor });
  assert.equal(JSON.parse(asJson.stderr).code, 'balance_insufficient');
  assert.equal((await customer.run(['usage'], { env: { KINORA_API_KEY: 'kn_none' } })).code, 4);
  assert.equal((await customer.run(['image', 'a naked child'])).code, 5);
  const codeOf = async (args: readonly string[], env = {}) => {
    const { code, stderr } = await customer.run([...args, '--json'], { env });
    const { error, code: name } = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
    assert.ok(error.length > 0);
    return [code, name];
  };
  const unreachable = { KINORA_API_KEY: 'kn_none', KINORA_SERVER: 'http://127.0.0.1:1' };
  assert.deepEqual(await codeOf(['usage'], unreachable), [6, 'unreachable']);
  assert.deepEqual(await codeOf(['usage'], { KINORA_SERVER: 'http://127.0.0.1:1' }), [4, 'sign_in_needed']);
  assert.deepEqual(await codeOf(['image', 'a boat', '--size', '3']), [2, 'usage']);
  assert.deepEqual(await codeOf(['image', 'a boat', '--no-such-option']), [2, 'usage']);
  assert.deepEqual(await codeOf(['usage'], { KINORA_SERVER: 'nowhere' }), [2, 'usage']);
  assert.deepEqual(await codeOf(['delete', 'none']), [1, 'not_found']);
  const failing = customer.start(['image', 'a boat']);
  const lease = await takeLease(service.worker);
  await service.worker.fail(lease, { reason: 'broken', retryable: false });
  const failed = await failing.ended;
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /not completed: failed/);
  const blocking = customer.start(['image', 'a boat']);
  await service.worker.block(await takeLease(service.worker), { category: 'sexual', reason: 'test' });
  assert.equal((await blocking.ended).code, 5);
  assert.deepEqual(await files(), []);
});

test('a value that is not valid is named as it was given, with its exit status', async () => {
  verifies('DEC-CLI-15', 'DEC-CLI-07');
  const settings = { KINORA_API_KEY: account.key };
  const image = ['image', 'a boat', '--no-wait'];
  const cases: readonly [readonly string[], Readonly<Record<string, string>>, number, RegExp][] = [
    [['usage'], { KINORA_API_KEY: 'kn_a\nb' }, 4, /KINORA_API_KEY is not a key/],
    [['usage'], { KINORA_API_KEY: 'kn_\u00fc' }, 4, /KINORA_API_KEY is not a key/],
    [
      ['usage', '--server', 'http://u:p@127.0.0.1:1'],
      settings,
      2,
      /--server must be an address without user/,
    ],
    [
      ['usage'],
      { ...settings, KINORA_SERVER: 'http://127.0.0.1:1/?a=b' },
      2,
      /KINORA_SERVER must be an address/,
    ],
    [[...image, '--idempotency-key', 'a\nb'], settings, 2, /--idempotency-key must have/],
    [[...image, '--seed', 'one'], settings, 2, /--seed must be a number, not "one"/],
    [['jobs', '-n', '1.5'], settings, 2, /--limit must be a whole number/],
    [['video', 'surf', '--image', 'none.png'], settings, 2, /--image none\.png cannot be read/],
  ];
  for (const [args, env, status, said] of cases) {
    const { code, stderr } = await customer.run(args, { env });
    assert.deepEqual([code, said.test(stderr)], [status, true], stderr);
    assert.ok(!stderr.includes('apiKey'), stderr);
  }
  await mkdir(path.dirname(customer.credentialsFile), { recursive: true });
  const services = { [service.url]: { api_key: 'kn_a b' } };
  await writeFile(customer.credentialsFile, JSON.stringify({ services }));
  const stored = await customer.run(['usage'], { env: { KINORA_API_KEY: '' } });
  assert.equal(stored.code, 4);
  assert.ok(stored.stderr.includes(`what is in ${customer.credentialsFile} is not a key`), stored.stderr);
  assert.equal((await customer.run(['logout'], { env: { KINORA_API_KEY: '' } })).code, 0);
});

test('Ctrl-C leaves a job that is stored, and cancels one that is not', async () => {
  verifies('DEC-CLI-08');
  const running = customer.start(['image', 'a paper boat']);
  await running.says(/^Image: waiting/m);
  running.child.kill('SIGINT');
  const { code, stderr } = await running.ended;
  assert.equal(code, 130);
  const [, id] = /kinora status (\S+) --wait/.exec(stderr) ?? [];
  assert.deepEqual(await jobsInDatabase(), [{ id, state: 'queued' }]);
  await customer.run(['delete', id ?? '']);
  const unstored = customer.start(['image', 'a paper boat', '--no-store']);
  await until(async () => (await jobsInDatabase()).some(({ state }) => state === 'queued'));
  unstored.child.kill('SIGINT');
  assert.equal((await unstored.ended).code, 130);
  await until(async () => !(await jobsInDatabase()).some(({ state }) => state === 'queued'));
});

test('Ctrl-C while an order is sent says that it may have arrived', async () => {
  verifies('DEC-CLI-08');
  let arrived = false;
  const silent = createServer(() => {
    arrived = true;
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  try {
    const server = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const env = { KINORA_API_KEY: account.key };
    const ordering = customer.start(['image', 'a paper boat', '--server', server, '--json'], { env });
    await until(() => arrived);
    ordering.child.kill('SIGINT');
    const { code, stderr } = await ordering.ended;
    assert.equal(code, 130);
    assert.match(JSON.parse(stderr).error, /may have been ordered already\. "kinora jobs" lists it/);
  } finally {
    silent.close();
    silent.closeAllConnections();
  }
});

test('the command of the server has the customer commands too', async () => {
  verifies('DEC-CLI-09');
  const operator = await createCustomer(service.url, SERVER_MAIN);
  const { code, stdout } = await operator.run(['usage'], { env: { KINORA_API_KEY: account.key } });
  assert.equal(code, 0);
  assert.match(stdout, /^Balance +100\.00 USD$/m);
  await operator.leave();
});
