import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { catalogueOf } from '../../server/src/catalogue/catalogue.ts';
import { deliver, takeLease } from '../../server/test/support/act-as-worker.ts';
import { changedCatalogue, operatorsOwn } from '../../server/test/support/catalogues.ts';
import { until } from '../../server/test/support/deadline.ts';
import { startPlainProxy } from '../../server/test/support/plain-proxy.ts';
import { keepOwnModelsReady } from '../../server/test/support/ready-worker.ts';
import { startTestApp, type TestAccount, type TestApp } from '../../server/test/support/test-app.ts';
import { toolSummaries } from '../src/adapter-facts.ts';
import { type AdapterProcess, startAdapter } from './support/adapter-process.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp({ sold: catalogueOf(2, changedCatalogue(operatorsOwn)) });
  customer = await service.account(1000);
});
after(() => service.stop());

async function withAdapter(
  options: Parameters<typeof startAdapter>[0],
  use: (adapter: AdapterProcess) => Promise<void>,
): Promise<void> {
  const adapter = await startAdapter({ origin: service.url, ...options });
  try {
    await use(adapter);
  } finally {
    await adapter.stop();
  }
}

const signedIn = () => ({ environment: { SERVICE_API_TOKEN: customer.key } });

describe('the nine tools', () => {
  for (const revision of ['2025-11-25', '2026-07-28']) {
    test(`are described for a model, with schemas and annotations, in revision ${revision}`, async () => {
      verifies('V1-MCP-03', 'V1-MCP-06', 'DEC-MCP-08');
      await withAdapter(revision === '2025-11-25' ? {} : { revision }, async ({ client }) => {
        assert.equal(client.getNegotiatedProtocolVersion(), revision);
        assert.deepEqual(client.getServerVersion(), { name: 'kinora', title: 'Kinora', version: '2.1.3' });
        const { tools } = await client.listTools();
        assert.deepEqual(tools.map(({ name }) => name).sort(), Object.keys(toolSummaries).sort());
        for (const { name, title, description = '', inputSchema, outputSchema, annotations } of tools) {
          assert.ok(title && description.length > 150, name);
          assert.equal(inputSchema.additionalProperties, false, name);
          assert.equal(outputSchema?.type, 'object', name);
          assert.equal(typeof annotations?.readOnlyHint, 'boolean', name);
          assert.equal(annotations?.destructiveHint, name === 'service_delete_output', name);
          assert.equal(typeof annotations?.idempotentHint, 'boolean', name);
          if (/generate|animate/.test(name)) {
            assert.match(description, /USD/);
            assert.match(description, /service_check_status/);
            assert.match(description, /idempotency_key/);
          }
        }
      });
    });
  }

  test('without a key each returns the way to pay', async () => {
    verifies('V1-MCP-14');
    const job = { job_id: crypto.randomUUID() };
    const calls: Readonly<Record<string, object>> = {
      service_generate_image: { prompt: 'x' },
      service_generate_video: { prompt: 'x' },
      service_animate_image: { prompt: 'x', image_path: '/x.png' },
      service_check_status: job,
      service_delete_output: job,
      service_usage: {},
    };
    await withAdapter({}, async (adapter) => {
      for (const [name, args] of Object.entries(calls)) {
        const answer = await adapter.call(name, args);
        assert.ok(answer.isError, name);
        assert.match(answer.text, /Call service_start_access/, name);
        assert.deepEqual(answer.value.payment.amounts_usd, [10, 25, 50, 100], name);
        assert.equal(answer.value.payment.rates.image_cents.standard, 5, name);
      }
      const about = await adapter.call('service_about');
      assert.equal(about.value.access, 'no_key');
      assert.equal(about.value.prices.image_cents.standard, 5);
      assert.match(about.value.how_to_pay, /Call service_start_access/);
      const finish = await adapter.call('service_finish_access');
      assert.match(finish.text, /Call service_start_access/);
      assert.match((await adapter.call('service_start_access')).value.sign_in_url, /\/activate\?user_code=/);
    });
  });

  test('with SERVICE_API_TOKEN the key of the host is used', async () => {
    verifies('V1-MCP-13');
    await withAdapter(signedIn(), async (adapter) => {
      const about = await adapter.call('service_about');
      assert.deepEqual([about.value.access, about.value.address], ['ready', service.url]);
      assert.match((await adapter.call('service_start_access')).text, /SERVICE_API_TOKEN/);
    });
    const environment = { SERVICE_API_TOKEN: `kin_${'z'.repeat(40)}` };
    await withAdapter({ environment }, async (adapter) => {
      const answer = await adapter.call('service_usage');
      assert.equal(answer.value.code, 'unauthorized', answer.text);
      assert.match(answer.text, /SERVICE_API_TOKEN/);
    });
  });

  test('a key that no header can carry is refused as any wrong key, and not quoted', async () => {
    verifies('V1-MCP-15');
    const environment = { SERVICE_API_TOKEN: 'kin_first-half\nsecond-half' };
    await withAdapter({ environment }, async (adapter) => {
      const answer = await adapter.call('service_usage');
      assert.equal(answer.value.code, 'unauthorized', answer.text);
      assert.match(answer.text, /SERVICE_API_TOKEN/);
      assert.equal((await adapter.call('service_about')).value.access, 'key_refused');
      assert.doesNotMatch(adapter.written(), /first-half|second-half/);
    });
  });

  test('a refusal of the service reaches the model with its remedy and its fields', async () => {
    verifies('DEC-MCP-08');
    const poor = await service.account(4);
    await withAdapter({ environment: { SERVICE_API_TOKEN: poor.key } }, async (adapter) => {
      const answer = await adapter.call('service_generate_image', { prompt: 'a pear' });
      assert.ok(answer.isError);
      assert.equal(answer.value.code, 'balance_insufficient');
      assert.deepEqual([answer.value.cost_cents, answer.value.balance_cents], [5, 4]);
      assert.match(answer.value.top_up, /\/account\/top-up$/);
      assert.match(answer.value.idempotency_key, /^[\w-]{36}$/, 'a retry can reuse it');
    });
  });
});

test('wrong arguments are refused as v1 refuses a body, before the service is asked', async () => {
  verifies('DEC-MCP-19');
  const rows: readonly (readonly [name: string, args: object, issues: readonly string[]])[] = [
    ['service_generate_image', {}, ['prompt: is required']],
    [
      'service_generate_image',
      { prompt: 5, heigth: 512 },
      ['prompt: must be a string, not 5', 'heigth: is not a field of this request; did you mean height?'],
    ],
    ['service_generate_video', { prompt: 'x', duration: 601 }, ['duration: must be at most 600']],
    [
      'service_animate_image',
      { image_path: '', prompt: 'x' },
      ['image_path: must have at least 1 character'],
    ],
    ['service_check_status', { job_id: 'x', wait_seconds: 26 }, ['wait_seconds: must be at most 25']],
    ['service_start_access', { amount_usd: 7 }, ['amount_usd: must be one of 10, 25, 50, 100']],
    ['service_usage', { month: 1 }, ['month: is not a field of this request, which has none']],
  ];
  await withAdapter({ ...signedIn(), origin: 'http://127.0.0.1:9' }, async (adapter) => {
    for (const [name, args, expected] of rows) {
      const { isError, text, value } = await adapter.call(name, args);
      assert.ok(isError, name);
      const issues = value.issues.map(
        (issue: { path: string; message: string }) => `${issue.path}: ${issue.message}`,
      );
      assert.deepEqual([value.code, issues], ['invalid_request', expected], name);
      assert.equal(text, `${expected[0]}${expected.length > 1 ? ' (and 1 more)' : ''}`, name);
    }
  });
});

describe('the models of the service', () => {
  test('are listed with their prices, with a key and without, and not without the service', async () => {
    verifies('DEC-MODEL-05');
    for (const options of [signedIn(), {}]) {
      await withAdapter(options, async (adapter) => {
        const { models } = (await adapter.call('service_about')).value;
        assert.deepEqual(
          models.map(({ id }: { id: string }) => id),
          ['image', 'fast', 'quality', 'cinema', 'draft', 'sketch'],
        );
        const { title, description, price, seconds, available } = models[4];
        assert.deepEqual([title, description], ['Draft', 'Cheap videos to try a prompt with.']);
        assert.deepEqual(price, [{ price_tier: 'hd', up_to_side: 1280, cents_per_second: 2 }]);
        assert.deepEqual([seconds, available], [{ min: 1, max: 5 }, false]);
      });
    }
    await withAdapter({ ...signedIn(), origin: 'http://127.0.0.1:9' }, async (adapter) => {
      const { access, models, prices } = (await adapter.call('service_about')).value;
      assert.deepEqual([access, models, prices], ['unreachable', [], {}]);
    });
  });

  test('are ordered by their ids in their own sizes and lengths, and refused in the words of the service', async () => {
    verifies('DEC-MODEL-06');
    await keepOwnModelsReady(service.database);
    const orderer = await service.account(1000);
    const balance = async () => (await orderer.get('/v1/me/balance')).body.balance_cents;
    await withAdapter({ environment: { SERVICE_API_TOKEN: orderer.key } }, async (adapter) => {
      const image = await adapter.call('service_generate_image', { prompt: 'a pear', model: 'sketch' });
      assert.equal(image.value.model, 'sketch', image.text);
      const video = await adapter.call('service_generate_video', {
        prompt: 'a pear',
        model: 'draft',
        duration: 2.3,
      });
      const { model, mode, output_width: width } = video.value;
      assert.deepEqual([model, mode, width], ['draft', undefined, 832], video.text);
      assert.equal(await balance(), 1000 - 1 - 5);
      const refusals = [
        [{ model: 'gone' }, 'invalid_model', /use fast, quality, cinema, draft/],
        [{ model: 'draft', mode: 'fast' }, 'invalid_request', /mode: is the model fast/],
        [{ model: 'draft', duration: 20 }, 'model_unsupported', /from 1 to 5 seconds/],
        [{ duration: 20 }, 'invalid_request', /duration: must be at most 10/],
      ] as const;
      for (const [args, code, said] of refusals) {
        const refused = await adapter.call('service_generate_video', { prompt: 'a pear', ...args });
        assert.equal(refused.value.code, code, refused.text);
        assert.match(refused.text, said);
      }
      assert.equal(await balance(), 994);
      for (const { value } of [image, video])
        await adapter.call('service_delete_output', { job_id: value.job_id });
    });
  });

  test('and their prices are in no description, which a host reads before the service is asked', async () => {
    verifies('DEC-MODEL-06');
    await withAdapter({}, async ({ client }) => {
      for (const { name, description = '', inputSchema } of (await client.listTools()).tools) {
        assert.doesNotMatch(description, /\d\.\d\d/, name);
        assert.doesNotMatch(
          `${description} ${JSON.stringify(inputSchema.properties?.model ?? {})}`,
          /\b(fast|quality|cinema)\b/,
          name,
        );
      }
    });
  });
});

describe('service_check_status', () => {
  test('reports increasing progress while it waits, then the status', async () => {
    verifies('DEC-MCP-03', 'DEC-MCP-08');
    await withAdapter(signedIn(), async (adapter) => {
      const { value } = await adapter.call('service_generate_image', { prompt: 'a pear' });
      const reports: number[] = [];
      const onprogress = ({ progress }: { readonly progress: number }) => reports.push(progress);
      const args = { job_id: value.job_id, wait_seconds: 4 };
      const answer = await adapter.call('service_check_status', args, { onprogress });
      const { status, queue_position: position, price_cents: price } = answer.value;
      assert.deepEqual([status, position, price], ['queued', 1, 5], answer.text);
      assert.match(answer.value.next, /service_check_status/);
      assert.ok(reports.length >= 2, `${reports.length} reports`);
      assert.ok(
        reports.every((progress, at) => at === 0 || progress > (reports[at - 1] ?? 0)),
        `${reports}`,
      );
      assert.ok(
        reports.every((progress) => progress <= 100),
        `${reports}`,
      );
    });
  });

  /** The requests about one job until it is completed, behind a way on which `intercept` may disturb them. */
  async function requestsOfWait(intercept: Parameters<typeof startPlainProxy>[1] = () => false) {
    const requests: string[] = [];
    const way = await startPlainProxy(service.url, (incoming, outgoing) => {
      requests.push(incoming.url ?? '');
      return intercept(incoming, outgoing);
    });
    const ofJob: string[] = [];
    try {
      await withAdapter({ ...signedIn(), origin: way.url }, async (adapter) => {
        const { value } = await adapter.call('service_generate_image', { prompt: 'a fig' });
        const job = `/api/v1/jobs/${value.job_id}`;
        const waiting = adapter.call('service_check_status', { job_id: value.job_id });
        await until(() => requests.some((path) => path.startsWith(job)));
        let lease = await takeLease(service.worker);
        while (lease.job_id !== value.job_id) lease = await takeLease(service.worker);
        await deliver(service.worker, lease);
        const answer = await waiting;
        assert.equal(answer.value.status, 'completed', answer.text);
        ofJob.push(...requests.filter((path) => path.startsWith(job)).map((path) => path.slice(job.length)));
      });
    } finally {
      await way.close();
    }
    return ofJob;
  }

  test('waits by events, without a poll', async () => {
    verifies('DEC-MCP-15');
    assert.deepEqual(await requestsOfWait(), ['/events', '/preview']);
  });

  test('waits by polls where events do not arrive', async () => {
    verifies('DEC-MCP-15');
    const requests = await requestsOfWait(({ url = '', socket }) => {
      if (url.endsWith('/events')) socket.destroy();
      return url.endsWith('/events');
    });
    assert.deepEqual(requests.slice(0, 2), ['/events', '']);
    assert.equal(requests.at(-1), '/preview');
  });

  test('can be cancelled while it waits', async () => {
    verifies('DEC-MCP-08');
    await withAdapter(signedIn(), async (adapter) => {
      const { value } = await adapter.call('service_generate_image', { prompt: 'a pear' });
      const stop = new AbortController();
      const args = { job_id: value.job_id, wait_seconds: 25 };
      const options = { signal: stop.signal, onprogress: () => stop.abort(new Error('enough')) };
      await assert.rejects(adapter.call('service_check_status', args, options), /enough/);
      assert.equal((await adapter.call('service_about')).value.access, 'ready', 'it still serves');
      const deleted = await adapter.call('service_delete_output', { job_id: value.job_id });
      assert.equal(deleted.value.deleted, true);
    });
  });
});

test('an order whose response is lost is repeated with the same key, and charged once', async () => {
  verifies('DEC-MCP-10');
  let orders = 0;
  const keys = new Set<unknown>();
  // The way to the service: it loses the response to the first order.
  const way = createServer(async (request, response) => {
    const body = await buffer(request);
    keys.add(request.headers['idempotency-key']);
    const headers = Object.entries(request.headers).filter(
      ([name]) => !/^(host|connection|content-length)$/.test(name),
    );
    const answer = await fetch(service.url + request.url, {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(headers) as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    orders += 1;
    if (orders === 1) request.socket.destroy();
    else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => way.once('listening', resolve));
  const before = (await customer.get('/v1/me/balance')).body.balance_cents;
  try {
    const origin = `http://127.0.0.1:${(way.address() as AddressInfo).port}`;
    await withAdapter({ ...signedIn(), origin }, async (adapter) => {
      const answer = await adapter.call('service_generate_image', { prompt: 'a plum' });
      assert.equal(answer.value.status, 'queued', answer.text);
      const { job_id: jobId, idempotency_key: key } = answer.value;
      const again = await adapter.call('service_generate_image', { prompt: 'a plum', idempotency_key: key });
      assert.equal(again.value.job_id, jobId, again.text);
    });
  } finally {
    way.close();
    way.closeAllConnections();
  }
  assert.deepEqual([orders, keys.size], [3, 1]);
  assert.equal((await customer.get('/v1/me/balance')).body.balance_cents, before - 5);
});
