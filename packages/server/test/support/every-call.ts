import assert from 'node:assert/strict';
import { newAccountLimits } from '../../src/admit/accept/decide-limits.ts';
import { addTask } from '../../src/tasks/add-task.ts';
import { deliver, takeLease } from './act-as-worker.ts';
import { newCaller } from './console-caller.ts';
import { until } from './deadline.ts';
import { catalogue } from './default-catalogue.ts';
import { ASK, jobCaller } from './job-api.ts';
import { operatorCaller } from './operator.ts';
import { send, type TestAccount, type TestApp } from './test-app.ts';

/** The token with which the metrics of the service can be read. */
export const METRICS_TOKEN = 'a-token-for-prometheus';

/** The calls of both interfaces and of a worker, and the tasks that recur. `prepare` is called with each account before its calls. */
export async function useEverything(
  used: TestApp,
  prepare: (used: TestApp, accountId: string) => Promise<void> = async () => {},
): Promise<void> {
  const customer = await used.account();
  await prepare(used, customer.id);
  await used.database.query('update api_keys set cap_cents = 100000 where account_id = $1', [customer.id]);
  await useByKey(used, customer);
  const limited = await used.account(undefined, 'default');
  await prepare(used, limited.id);
  await useAtLimit(limited);
  const caller = await jobCaller(used, 'max');
  await prepare(used, caller.accountId);
  const first = await caller.generate({ ...ASK, type: 'image' });
  assert.equal(first.status, 200, first.text);
  await deliver(used.worker, await takeLease(used.worker));
  const bearer = { authorization: `Bearer ${caller.token}` };
  for (const path of [`/api/job/${first.body.job_id}`, '/api/jobs', '/api/me', '/api/health']) {
    const answer = await send(used.url + path, { headers: bearer });
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  }
  await useByPages(used, prepare);
  await caller.report({ asset_id: first.body.results?.[0]?.id ?? first.body.job_id, reason: 'other' });
  for (const task of ['sweep_access', 'payments_due', 'purge_expired', 'sweep_storage'] as const) {
    await addTask(used.database, task, {});
  }
  await until(async () => (await used.database.query('select from graphile_worker.jobs')).length === 0);
}

/** The pages of the console, those of operators and the metrics. */
async function useByPages(
  used: TestApp,
  prepare: (used: TestApp, accountId: string) => Promise<void>,
): Promise<void> {
  const person = await newCaller(used);
  await prepare(used, person.accountId);
  const month = new Date().toISOString().slice(0, 7);
  const money = [
    '/billing',
    '/billing/payments',
    '/billing/invoices',
    '/usage',
    '/usage/jobs',
    '/usage/jobs.csv',
  ];
  const pages = [...money, `/usage/jobs?month=${month}&kind=video`];
  const lists = ['/keys', '/sessions', '/webhooks/deliveries', '/published', '/studio', '/studio/orders'];
  const library = [
    '/results',
    '/results?collection=favourites&kept=yes',
    '/results?q=lighthouse&status=completed',
  ];
  const studio = [...library, '/collections', '/prompts', '/templates'].map((path) => `/studio${path}`);
  const orders = ['newest', 'oldest', 'shuffled'].flatMap((order) =>
    ['', '&kind=video', '&q=lighthouse', '&q=lighthouse&kind=video'].map(
      (more) => `/works?order=${order}${more}`,
    ),
  );
  const works = ['/works', ...orders];
  for (const path of [...pages, ...lists, ...studio, ...works, '/data/deletion', '/data/export']) {
    const answer = await person.get(path);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  }
  const scrape = await send(`${used.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  assert.equal(scrape.status, 200, scrape.text);
  const operator = await operatorCaller(used);
  const searches = ['', '?state=failed', '?state=running'].map((query) => `/jobs${query}`);
  const detailPages = [
    '/overview',
    '/queue',
    '/workers',
    '/accounts',
    '/accounts?search=past-19',
    '/reports',
    '/blocked',
    '/log',
  ];
  for (const path of [...searches, ...detailPages, `/accounts/${person.accountId}`]) {
    const answer = await operator.get(path);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  }
}

async function useByKey(used: TestApp, customer: TestAccount): Promise<void> {
  const jobs: string[] = [];
  for (const path of ['/v1/images/generate', '/v1/images/generate', '/v1/videos/generate']) {
    const key = { 'idempotency-key': `key-${jobs.length}` };
    const accepted = await customer.post(path, { prompt: 'a lighthouse' }, key);
    assert.equal(accepted.status, 200, accepted.text);
    assert.equal(
      (await customer.post(path, { prompt: 'a lighthouse' }, key)).body.job_id,
      accepted.body.job_id,
    );
    jobs.push(accepted.body.job_id);
  }
  const lease = await takeLease(used.worker);
  await used.worker.heartbeat(lease, { progress: 0.5, stage: 'rendering' });
  await deliver(used.worker, lease);
  const failing = await takeLease(used.worker);
  await used.worker.fail(failing, { reason: 'a test', retryable: false });
  const pages = [
    '/v1/jobs',
    '/v1/usage',
    '/v1/me/balance',
    '/v1/me/overage',
    '/v1/me/webhooks',
    '/v1/me/webhooks/deliveries',
  ];
  for (const path of [...jobs.map((id) => `/v1/jobs/${id}`), ...pages]) {
    const answer = await customer.get(path);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  }
  for (const [path, body] of [
    ['/v1/images/quote', { prompt: 'a lighthouse' }],
    ['/v1/me/overage/cap', { cap_cents: 2_000 }],
    ['/v1/me/balance/auto-recharge', { enabled: false }],
  ] as const) {
    const answer = await customer.post(path, body);
    assert.ok(answer.status < 300 || answer.status === 402, `${path}: ${answer.text}`);
  }
  for (const id of jobs) assert.ok((await customer.delete(`/v1/jobs/${id}`)).status < 300);
}

/** The order of an account that has as many jobs as it may have at once. */
async function useAtLimit(customer: TestAccount): Promise<void> {
  const jobs: string[] = [];
  for (let count = 0; count < newAccountLimits(catalogue).jobsAtOnce; count++) {
    const accepted = await customer.post('/v1/images/generate', { prompt: 'a lighthouse' });
    assert.equal(accepted.status, 200, accepted.text);
    jobs.push(accepted.body.job_id);
  }
  const refused = await customer.post('/v1/images/generate', { prompt: 'a harbour' });
  assert.equal(refused.status, 429, refused.text);
  for (const id of jobs) assert.ok((await customer.delete(`/v1/jobs/${id}`)).status < 300);
}
