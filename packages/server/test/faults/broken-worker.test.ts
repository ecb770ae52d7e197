import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encoded } from '@kinora/testing/encoded';
import { verifies } from '@kinora/testing/requirements';
import { createLeaseClient } from '@kinora/worker/lease-client';
import { runWorker } from '@kinora/worker/run-worker';
import { SLOW_MS, until } from '../support/deadline.ts';
import { echoEngine } from '../support/echo-engine.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let customers: readonly TestAccount[];
before(async () => {
  service = await startTestApp();
  await service.database.query('delete from workers');
  customers = await Promise.all(Array.from({ length: 10 }, () => service.account(1_000_000)));
});
after(() => service.stop());

const ORDERS = 200;
const LIMIT = { timeout: SLOW_MS };

test(
  'of four workers one is broken and one is slow: no order fails that another could render',
  LIMIT,
  async () => {
    verifies('DEC-WORKER-19', 'DEC-WORKER-20', 'DEC-WORKER-23');
    const stop = new AbortController();
    const pauses: number[] = [];
    const rendered = { broken: 0, slow: 0, one: 0, two: 0 };
    const work = (name: keyof typeof rendered, render: () => Promise<void>) =>
      runWorker({
        name,
        pools: ['image'],
        gpu: 'none',
        engine: echoEngine(() => {
          rendered[name] += 1;
          return render();
        }),
        finish: encoded,
        client: createLeaseClient(service.url, service.app.workerToken),
        log: (event) => event.event === 'cooling_down' && pauses.push(event.seconds),
        stop: stop.signal,
      });
    const taking = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const working = [
      // Every prompt fails at once, as after a CUDA error.
      work('broken', () => Promise.reject(new Error('CUDA error: an illegal memory access was encountered'))),
      work('slow', taking(500)),
      work('one', taking(20)),
      work('two', taking(20)),
    ];
    await until(async () => (await service.database.query('select from workers')).length === 4);
    const order = async ({ post }: TestAccount): Promise<void> => {
      const { status, text } = await post('/v1/images/generate', { prompt: 'a fox' });
      assert.equal(status, 200, text);
    };
    await Promise.all(Array.from({ length: ORDERS }, (_, at) => order(customers[at % 10] as TestAccount)));
    await until(async () => (await service.database.query('select from open_jobs')).length === 0, SLOW_MS);
    stop.abort();
    await Promise.all(working);
    const ended = await service.database.query('select state, count(*)::int as jobs from jobs group by 1');
    assert.deepEqual(ended, [{ state: 'completed', jobs: ORDERS }], JSON.stringify(rendered));
    // Its first fault may have been the job's own; the others count for none.
    const [counted] = await service.database.query<{ faults: number }>(
      'select sum(faults)::int as faults from jobs',
    );
    assert.equal(counted?.faults, 1);
    // It got two jobs, and then one after each pause.
    assert.ok(rendered.broken <= 2 + pauses.length, JSON.stringify(rendered));
  },
);
