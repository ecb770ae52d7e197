import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { catalogueOf } from '../../src/catalogue/catalogue.ts';
import { changedCatalogue, operatorsOwn } from '../support/catalogues.ts';
import { type Customer, createCustomer } from '../support/customer.ts';
import { keepOwnModelsReady } from '../support/ready-worker.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

/** Choosing a model at a terminal, of a service with models of its operator. */

let service: TestApp;
let account: TestAccount;
let customer: Customer;
before(async () => {
  service = await startTestApp({ sold: catalogueOf(2, changedCatalogue(operatorsOwn)) });
  account = await service.account();
  customer = await createCustomer(service.url);
  await customer.run(['login', '--with-key'], { input: account.key });
});
after(async () => {
  await customer.leave();
  await service.stop();
});

test('the models are listed and described without a key', async () => {
  verifies('DEC-MODEL-02');
  const visitor = { KINORA_API_KEY: '', XDG_CONFIG_HOME: path.join(customer.folder, 'nothing') };
  const listed = await customer.run(['models'], { env: visitor });
  const rows = listed.stdout
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'));
  assert.deepEqual(
    rows.map(([id]) => id),
    ['image', 'fast', 'quality', 'cinema', 'draft', 'sketch'],
    listed.stderr,
  );
  assert.deepEqual(rows[2]?.slice(1, 5), [
    'video',
    '0.30 to 0.50 USD a second',
    '5, 7, 10 s',
    '1280x720 and 9 more',
  ]);
  assert.deepEqual(rows[4]?.slice(1), [
    'video',
    '0.02 USD a second',
    '1 to 5 s',
    '832x480 and 1 more',
    'no worker now',
    'Cheap videos to try a prompt with.',
  ]);
  const images = await customer.run(['models', '--kind', 'image'], { env: visitor });
  assert.match(
    images.stdout,
    /^image\timage\t0\.05 to 0\.08 USD\t\t1024x1024, or 256 to 2048 a side\tabout \d+ s\t.*\nsketch\t/,
  );
  const one = await customer.run(['models', 'draft'], { env: visitor });
  for (const line of [
    /^Model +draft$/m,
    /^Good for +Cheap videos to try a prompt with\.$/m,
    /^Price +0\.02 USD a second, up to 1280 pixels a side$/m,
    /^Exact sizes +832x480, 480x832$/m,
    /^Lengths +1 to 5 s; default 3 s$/m,
    /^Frames +16 a second$/m,
  ]) {
    assert.match(one.stdout, line);
  }
  const unknown = await customer.run(['models', 'gone'], { env: visitor });
  assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
  assert.match(unknown.stderr, /There is no such model; there are image, fast, .*sketch/);
  assert.equal((await customer.run(['models', 'draft', '--kind', 'video'], { env: visitor })).code, 2);
});

test('a model of the operator is quoted, ordered and charged by its id, and the service refuses what it does not sell', async () => {
  verifies('DEC-MODEL-03');
  await keepOwnModelsReady(service.database);
  const order = ['surf', '--model', 'draft', '--duration', '2.3'];
  const quoted = await customer.run(['quote', 'video', ...order]);
  assert.equal(
    quoted.stdout,
    'video, 832x480, 2.25 s, draft: 0.05 USD\npaid from 0.05 USD of your balance\n',
    quoted.stderr,
  );
  const sketch = await customer.run(['quote', 'image', 'a boat', '--model', 'sketch']);
  assert.match(sketch.stdout, /^image, 640x640, sketch: 0\.01 USD\n/);
  const ordered = await customer.run(['video', ...order, '--no-wait', '--json']);
  const { job_id: id, model, output_width: width } = JSON.parse(ordered.stdout);
  assert.deepEqual([model, width], ['draft', 832]);
  const status = JSON.parse((await customer.run(['status', id, '--json'])).stdout);
  assert.equal(status.price_cents, 5);
  await customer.run(['delete', id]);
  for (const [args, said] of [
    [['--model', 'gone'], /there is no such video model; use fast, quality, cinema, draft/],
    [['--model', 'sketch'], /there is no such video model/],
    [['--mode', 'slow'], /there is no such mode; use fast, quality, cinema/],
    [['--mode', 'fast', '--model', 'draft'], /mode: is the model fast, and model names draft/],
    [['--model', 'draft', '--duration', '6'], /draft renders videos from 1 to 5 seconds/],
  ] as const) {
    const refused = await customer.run(['video', 'surf', ...args]);
    assert.deepEqual([refused.code, refused.stdout], [2, ''], refused.stderr);
    assert.match(refused.stderr, said);
  }
  assert.equal((await account.get('/v1/jobs')).body.jobs.length, 0);
});

test('what is kept, included and charged for more is shown where that is sold', async () => {
  verifies('DEC-KEPT-11');
  const { storage } = (await account.get('/v1/usage')).body;
  const { stored_bytes: stored, ...rest } = storage;
  assert.ok(stored >= 0);
  assert.deepEqual(rest, { included_bytes: 20 * 1024 ** 3, cents_per_gib_month: 4, charged_cents: 0 });
  const { stdout } = await customer.run(['usage']);
  assert.match(stdout, /^Storage +0\.0 of 20\.0 GiB included; 0\.00 USD for more$/m);
});
