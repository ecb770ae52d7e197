import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { customerCommands } from '@kinora/cli/commands';
import { fitText } from '@kinora/program/terminal-text';
import { verifies } from '@kinora/testing/requirements';
import { commands } from '../../src/cli/commands.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { type Customer, createCustomer } from '../support/customer.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** What the help of each command promises. */

test('the help of every command fits every terminal from 40 to 200 columns', async () => {
  verifies('DEC-CLI-13');
  for (const [name, { load }] of Object.entries(commands)) {
    const command = await load();
    const parts = await Promise.all(Object.values(command.parts ?? {}).map((part) => part()));
    for (const { help } of [command, ...parts]) assertFits(name, help);
  }
});

function assertFits(name: string, help: string): void {
  const wordsOf = (text: string) => text.replaceAll(' \\\n', ' ').trim().split(/\s+/);
  for (let columns = 40; columns <= 200; columns += 5) {
    const fitted = fitText(help, columns);
    // One word, or what is in quotes, cannot be broken.
    const isBreakable = (line: string) => / \S/.test(line.replaceAll(/"[^"]*"| \\$/g, '').trim());
    const tooLong = fitted.split('\n').filter((line) => line.length > columns && isBreakable(line));
    assert.deepEqual(tooLong, [], `${name} at ${columns}`);
    assert.deepEqual(wordsOf(fitted), wordsOf(help), `${name} at ${columns}`);
  }
}

describe('with --json a command prints what its help names', () => {
  let service: TestApp;
  let customer: Customer;
  let key: string;
  before(async () => {
    service = await startTestApp();
    customer = await createCustomer(service.url);
    key = (await service.account(10_000)).key;
  });
  after(async () => {
    await customer.leave();
    await service.stop();
  });

  const run = async (...args: string[]) => {
    const { stdout, stderr } = await customer.run([...args, '--json'], { env: { KINORA_API_KEY: key } });
    assert.notEqual(stdout, '', stderr);
    return JSON.parse(stdout);
  };
  // biome-ignore lint/suspicious/noExplicitAny: the responses of several routes.
  const call = async (route: string, body?: unknown): Promise<any> => {
    const [method = '', path = ''] = route.split(' ');
    const headers = {
      'user-agent': 'help-test/1.0',
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return (await fetch(`${service.url}/api${path}`, init)).json();
  };
  /** What `--json` of the command prints, as its help says. */
  const promised = async (name: string): Promise<string> => {
    const { help = '' } = (await customerCommands[name]?.load()) ?? {};
    return /\n {2}--json +Print (.*?)\n {2}--/s.exec(help)?.[1]?.replaceAll(/\s+/g, ' ') ?? '';
  };
  const routesOf = (text: string) => text.match(/(GET|POST) \/v1\/[\w/{}]+/g) ?? [];
  const fieldsOf = (text: string) => [...text.matchAll(/"(\w+)"/g)].map(([, field]) => field).sort();
  const withLinks = (job: Record<string, unknown>) => ({
    ...job,
    result_url: undefined,
    expires_in: undefined,
  });

  const cases: Readonly<Record<string, (promise: string) => Promise<void>>> = {
    async image(promise) {
      const accepted = await run('image', 'a boat', '--no-wait');
      assert.match(promise, /with --no-wait that of the order/);
      const [route = ''] = routesOf(promise);
      const running = run('status', accepted.job_id, '--wait', '-o', 'boat.png');
      await deliver(service.worker, await takeLease(service.worker));
      const { file, ...job } = await running;
      const seen = await call(route.replace('{job_id}', accepted.job_id));
      assert.equal(file, 'boat.png');
      assert.deepEqual(withLinks(job), withLinks(seen));
      const unstored = run('image', 'a boat', '--no-store');
      await deliver(service.worker, await takeLease(service.worker));
      const [, listed = ''] = /with --no-store (\{.*\})/.exec(promise) ?? [];
      assert.deepEqual(Object.keys(await unstored).sort(), fieldsOf(listed));
    },
    async video(promise) {
      assert.equal(promise, await promised('image'));
    },
    async status(promise) {
      const { job_id: id } = await run('image', 'a boat', '--no-wait');
      const [route = ''] = routesOf(promise);
      const moving = { progress: 0, queue_position: 0, estimated_wait_seconds: 0 };
      const shown = { ...(await run('status', id)), ...moving };
      assert.deepEqual(shown, { ...(await call(route.replace('{job_id}', id))), ...moving });
    },
    async jobs(promise) {
      await run('image', 'a boat', '--no-wait', '--idempotency-key', 'a');
      const [route = ''] = routesOf(promise);
      const one = await run('jobs', '-n', '1');
      const page = await call(`${route}?limit=1`);
      assert.deepEqual(Object.keys(one), Object.keys(page));
      assert.equal(one.jobs[0].job_id, page.jobs[0].job_id);
      assert.deepEqual((await run('jobs', '--kind', 'video')).jobs, []);
    },
    async models(promise) {
      const [list = '', one = ''] = routesOf(promise);
      const still = (model: object) => ({ ...model, estimated_wait_seconds: 0 });
      const [shown, sold] = [await run('models'), await call(list)];
      assert.deepEqual(
        { ...shown, models: shown.models.map(still) },
        { ...sold, models: sold.models.map(still) },
      );
      const [{ id }] = sold.models;
      assert.deepEqual(still(await run('models', id)), still(await call(one.replace('{id}', id))));
    },
    async quote(promise) {
      const [image = '', video = ''] = routesOf(promise);
      assert.deepEqual(await run('quote', 'image', 'a boat'), await call(image, { prompt: 'a boat' }));
      assert.deepEqual(await run('quote', 'video', 'a boat'), await call(video, { prompt: 'a boat' }));
    },
    async usage(promise) {
      const [usage = '', balance = ''] = routesOf(promise);
      const shown = { usage: await call(usage), balance: await call(balance) };
      assert.deepEqual(await run('usage'), shown);
      assert.deepEqual(Object.keys(shown).sort(), fieldsOf(promise));
    },
    async delete(promise) {
      const { job_id: id } = await run('image', 'a boat', '--no-wait');
      assert.deepEqual(Object.keys(await run('delete', id)).sort(), fieldsOf(promise));
    },
    async login(promise) {
      const signedIn = await customer.run(['login', '--with-key', '--json'], { input: key });
      assert.deepEqual(Object.keys(JSON.parse(signedIn.stdout)).sort(), fieldsOf(promise));
    },
  };

  for (const name of Object.keys(customerCommands)) {
    test(`kinora ${name}`, async () => {
      verifies('DEC-CLI-14');
      const promise = await promised(name);
      assert.equal(name in cases, promise !== '', `${name} has --json and no test, or the other way round`);
      await cases[name]?.(promise);
    });
  }
});
