import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { format } from 'node:util';
import { poolNames } from '@kinora/contract';
import { ConfigError } from '@kinora/program/setting';
import { verifies } from '@kinora/testing/requirements';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { addTask } from '../../src/tasks/add-task.ts';
import {
  deliver,
  leaseRequest,
  rendererReport,
  takeLease,
  workerCapabilities,
} from '../support/act-as-worker.ts';
import { until } from '../support/deadline.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { workerCalls } from '../support/worker-calls.ts';
import { assertBalanced, functionsIn, isSelected, metricsIn } from './promql.ts';

const TOKEN = 'a-token-for-prometheus';
const IMAGE = { prompt: 'a red kite', width: 256, height: 256 };
const VIDEO = { prompt: 'a red kite', duration: 2 };

/** The value of each series, by its name and labels as they are written. */
type Series = ReadonlyMap<string, number>;

function readSeries(text: string): Series {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** The sum of the series of a metric that have all these labels. */
function sumOf(series: Series, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const found = [...series].filter(
    ([key]) => (key === name || key.startsWith(`${name}{`)) && wanted.every((label) => key.includes(label)),
  );
  assert.ok(found.length > 0, `${name} ${wanted}`);
  return found.reduce((sum, [, value]) => sum + value, 0);
}

describe('metrics', () => {
  let service: TestApp;
  /** The first metrics of the process. */
  let fresh: Series;
  before(async () => {
    service = await startTestApp({ environment: { KINORA_METRICS_TOKEN: TOKEN } });
    fresh = await scrape();
    await addTask(service.database, 'audit_ledger', {});
    await until(async () => {
      const [audit] = await service.database.query<{ at: Date | null }>(
        'select audited_at as at from ledger_closing',
      );
      return audit?.at !== null;
    });
  });
  after(() => service.stop());

  const get = (authorization?: string) =>
    fetch(`${service.url}/metrics`, authorization === undefined ? {} : { headers: { authorization } });
  const scrape = async () => readSeries(await (await get(`Bearer ${TOKEN}`)).text());

  test('are given with their own token only, and without it there is no such route', async () => {
    verifies('DEC-METRICS-01');
    for (const wrong of [undefined, '', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(0, -1)}`, TOKEN]) {
      const refused = await get(wrong);
      assert.equal(refused.status, 401);
      assert.doesNotMatch(await refused.text(), /kinora_/);
    }
    assert.equal((await get(`Bearer ${service.app.workerToken}`)).status, 401);
    assert.equal((await get(`bearer ${TOKEN}`)).status, 200);
    assert.match((await get(`Bearer ${TOKEN}`)).headers.get('content-type') ?? '', /^text\/plain; version=/);
    assert.throws(
      () => readConfig({ KINORA_METRICS_TOKEN: 'short' }),
      (error) => {
        assert.ok(error instanceof ConfigError);
        assert.doesNotMatch(error.message, /"short"/);
        return true;
      },
    );
    const without = await startTestApp();
    const answer = await fetch(`${without.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    assert.equal(answer.status, 404);
    await without.stop();
  });

  test('count requests, jobs and money as they happen', async () => {
    verifies('DEC-METRICS-02');
    const account = await service.account(10_000);
    const order = async (kind: string, body: object) =>
      (await account.post(`/v1/${kind}/generate`, body)).body.job_id as string;
    const jobId = await order('images', IMAGE);
    await deliver(service.worker, await takeLease(service.worker), undefined, undefined, 0.75);
    await order('videos', VIDEO);
    const failed = { reason: 'a test', retryable: false, cost_cents: 12.5 };
    await service.worker.fail(await takeLease(service.worker), failed);
    const cancelled = await order('images', IMAGE);
    await account.delete(`/v1/jobs/${cancelled}`);
    await account.get(`/v1/jobs/${jobId}`);
    await account.get('/v1/jobs/no-such-job');
    await account.get('/nowhere');
    const waiting = await order('images', IMAGE);

    const series = await scrape();
    const route = 'kinora_http_request_duration_seconds_count';
    assert.equal(sumOf(series, route, { route: '/v1/images/generate', method: 'POST', status: '200' }), 3);
    assert.equal(sumOf(series, route, { route: '/v1/jobs/:jobId', method: 'GET', status: '200' }), 1);
    assert.equal(sumOf(series, route, { route: '/v1/jobs/:jobId', method: 'GET', status: '404' }), 1);
    assert.equal(sumOf(series, route, { route: 'none', status: '404' }), 1);
    assert.ok(![...series.keys()].some((key) => key.includes(jobId)), 'a label has an id');
    assert.equal(sumOf(series, 'kinora_jobs_accepted_total', { pool: 'image' }), 3);
    assert.equal(sumOf(series, 'kinora_jobs_accepted_total', { pool: 'video' }), 1);
    assert.equal(sumOf(series, 'kinora_jobs_ended_total', { state: 'completed', operation: 'image' }), 1);
    assert.equal(sumOf(series, 'kinora_jobs_ended_total', { state: 'failed', operation: 'video' }), 1);
    assert.equal(sumOf(series, 'kinora_jobs_ended_total', { state: 'cancelled', operation: 'image' }), 1);
    assert.equal(sumOf(series, 'kinora_job_duration_seconds_count', { operation: 'image' }), 1);
    // Images of 5 cents, and two seconds of video of 10.
    assert.equal(sumOf(series, 'kinora_job_money_cents_total', { flow: 'held' }), 35);
    assert.equal(sumOf(series, 'kinora_job_money_cents_total', { flow: 'captured' }), 5);
    assert.equal(sumOf(series, 'kinora_job_money_cents_total', { flow: 'released' }), 25);
    verifies('DEC-MARGIN-05');
    assert.equal(sumOf(series, 'kinora_model_revenue_cents_total', { model: 'image' }), 5);
    assert.equal(sumOf(series, 'kinora_model_revenue_cents_total', { model: 'fast' }), 0);
    assert.equal(sumOf(series, 'kinora_model_cost_cents_total', { model: 'image' }), 0.75);
    assert.equal(sumOf(series, 'kinora_model_cost_cents_total', { model: 'fast' }), 12.5);
    assert.equal(sumOf(series, 'kinora_acceptance_batch_requests_sum'), 4);
    assert.ok(sumOf(series, 'kinora_database_connections', { state: 'total' }) > 0);

    // What is of the whole service is read at most every five seconds.
    const inLine = (state: Series) => sumOf(state, 'kinora_service_line_jobs', { pool: 'image', tier: 'v1' });
    const isQueued = (state: Series) => sumOf(state, 'kinora_service_queued_jobs', { pool: 'image' });
    await until(async () => inLine(await scrape()) === 1);
    await until(async () => isQueued(await scrape()) === 1);
    const state = await scrape();
    assert.equal(sumOf(state, 'kinora_service_leased_jobs'), 0);
    assert.equal(sumOf(state, 'kinora_service_workers', { pool: 'video', state: 'healthy' }), 2);
    assert.equal(sumOf(state, 'kinora_service_workers', { pool: 'video', state: 'troubled' }), 0);
    assert.equal(sumOf(state, 'kinora_service_readable'), 1);
    assert.equal(sumOf(state, 'kinora_service_violated_rules'), 0);
    assert.ok(Date.now() / 1000 - sumOf(state, 'kinora_service_audited_timestamp_seconds') < 300);
    assert.ok(sumOf(state, 'kinora_service_expected_seconds', { pool: 'video' }) > 0);
    await account.delete(`/v1/jobs/${waiting}`);
  });

  test('show what the renderer of each worker did, and the queued jobs that it can render', async () => {
    verifies('DEC-METRICS-06');
    const { post } = workerCalls(service);
    const operations = workerCapabilities({ operations: ['image'], longestSide: 512 });
    const { capabilities } = leaseRequest();
    const small = { worker: 'small', capabilities: { ...capabilities, operations } };
    assert.equal((await post('/leases', leaseRequest(small))).status, 204);
    assert.equal((await post('/leases', leaseRequest({ worker: 'large' }))).status, 204);
    const report = rendererReport('small', { rendering: 9000, waiting_for_jobs: 2000, preparing: 500 });
    assert.equal((await post('/renderer-time', report)).status, 200);
    const account = await service.account(10_000);
    const orders = [IMAGE, { ...IMAGE, width: 1024 }, { ...IMAGE, height: 768 }].map(
      async (body) => (await account.post('/v1/images/generate', body)).body.job_id as string,
    );
    const ids = await Promise.all(orders);
    let series = await scrape();
    const queuedFor = (worker: string) =>
      series.get(`kinora_worker_queued_jobs{worker="${worker}",token=""}`);
    await until(async () => {
      series = await scrape();
      return queuedFor('large') === 3;
    });
    assert.equal(queuedFor('small'), 1);
    const seconds = (labels: Readonly<Record<string, string>>) =>
      sumOf(series, 'kinora_worker_renderer_seconds_total', { worker: 'small', token: '', ...labels });
    assert.equal(seconds({ state: 'rendering', reason: '' }), 9);
    assert.equal(seconds({ state: 'waiting_for_service', reason: 'preparing' }), 0.5);
    assert.equal(seconds({}), 11.5);
    for (const id of ids) await account.delete(`/v1/jobs/${id}`);
  });

  test('every series that the dashboard and the alert rules select exists from the start', () => {
    verifies('DEC-METRICS-03');
    for (const expression of [...dashboardExpressions(), ...alertExpressions()]) {
      assertBalanced(expression);
      const unknown = functionsIn(expression).filter((name) => !KNOWN_FUNCTIONS.has(name));
      assert.deepEqual(unknown, [], expression);
      const used = metricsIn(expression);
      assert.ok(used.length > 0, `no metric in ${expression}`);
      for (const metric of used) {
        const { name } = metric;
        // Prometheus itself adds it.
        if (name === 'up') continue;
        const exists = [...fresh.keys()].some((series) => isSelected(series, metric));
        assert.ok(exists || AFTER_FIRST_REQUEST.test(name), `${expression} selects nothing of ${name}`);
      }
    }
  });

  test('the audit is unknown before the first, and the alerts on it notice when it is missing', () => {
    verifies('DEC-METRICS-05');
    assert.ok(Number.isNaN(fresh.get('kinora_service_violated_rules')));
    assert.equal(fresh.get('kinora_service_audited_timestamp_seconds'), 0);
    const alerts = alertExpressions().join('\n');
    assert.match(alerts, /absent\(kinora_service_violated_rules\)/);
    assert.match(alerts, /max\(kinora_service_audited_timestamp_seconds\) == 0/);
  });

  test('a route has a series of its failures from its first request', async () => {
    verifies('DEC-METRICS-03');
    await fetch(`${service.url}/livez`);
    const failures = { name: 'kinora_http_request_duration_seconds_count', route: '/livez' };
    await until(async () => {
      const series = await scrape();
      return [...series].some(
        ([key, value]) =>
          value === 0 &&
          key.startsWith(failures.name) &&
          key.includes(`route="${failures.route}"`) &&
          key.includes('status="500"'),
      );
    });
  });

  test('have those by which the chart scales the workers', async () => {
    verifies('DEC-METRICS-03');
    const named = [...deployed('helm/kinora/templates/scaling.yaml').matchAll(/printf `(.+?)`/g)];
    const [ofModel = '', ofPool = ''] = named.map(([, selector]) => selector);
    const series = await scrape();
    for (const state of ['queued', 'leased']) {
      for (const selector of [
        format(ofModel, 'fast', state),
        ...poolNames.map((pool) => format(ofPool, state, pool)),
      ])
        assert.ok(series.has(selector), selector);
    }
  });
});

/** The metric of a route, which has its series from its first request on. */
const AFTER_FIRST_REQUEST = /^kinora_http_request_duration_seconds_bucket$/;

/** Those that the files use. */
const KNOWN_FUNCTIONS = new Set([
  'sum',
  'max',
  'rate',
  'increase',
  'histogram_quantile',
  'topk',
  'vector',
  'min_over_time',
  'by',
  'and',
  'or',
  'absent',
  'time',
]);

const deployed = (file: string): string =>
  readFileSync(path.join(import.meta.dirname, '../../../../deploy', file), 'utf8');

function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(deployed('grafana-dashboard.json')) as {
    readonly panels: readonly {
      readonly type: string;
      readonly targets?: readonly { readonly expr: string }[];
    }[];
  };
  const drawn = panels.filter(({ type }) => type !== 'row');
  assert.ok(drawn.length > 20);
  return drawn.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

function alertExpressions(): string[] {
  const { groups } = parse(deployed('prometheus-alerts.yaml')) as {
    readonly groups: readonly {
      readonly rules: readonly {
        readonly alert: string;
        readonly expr: string;
        readonly for: string;
        readonly annotations: object;
      }[];
    }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  assert.ok(rules.length > 8);
  for (const { alert, for: wait, annotations } of rules) {
    assert.match(alert, /^Kinora[A-Z]\w+$/);
    assert.match(wait, /^\d+m$/);
    assert.ok('summary' in annotations);
  }
  return rules.map(({ expr }) => expr);
}
