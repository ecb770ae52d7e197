import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LeaseRequest, RenderOperation, VideoMode } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { deliver, leaseRequest, takeLease, workerCapabilities } from '../support/act-as-worker.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let customer: TestAccount;
before(async () => {
  service = await startTestApp();
  customer = await service.account(100_000);
});
after(() => service.stop());

const JOBS = {
  image: ['images', {}],
  fast: ['videos', {}],
  quality: ['videos', { mode: 'quality' }],
  cinema: ['videos', { mode: 'cinema' }],
} as const;

interface Can extends Pick<LeaseRequest, 'pools'> {
  readonly operations: readonly RenderOperation[];
  readonly models: readonly VideoMode[];
  readonly longestSide?: number;
}

function worker({ pools, ...can }: Can): Partial<LeaseRequest> {
  const capabilities = {
    engine: 'test',
    engine_version: '1',
    operations: workerCapabilities(can),
    zero_retention: false,
  };
  return { pools, capabilities };
}

const everything: Can = {
  pools: ['image', 'video'],
  operations: ['image', 'video'],
  models: ['fast', 'quality', 'cinema'],
};

/** The capabilities of a worker, and which of the four jobs it gets. */
const rows: readonly (readonly [Can, readonly (keyof typeof JOBS)[]])[] = [
  [everything, ['image', 'fast', 'quality', 'cinema']],
  [{ ...everything, pools: ['image'] }, ['image']],
  [{ ...everything, pools: ['video'] }, ['fast', 'quality', 'cinema']],
  [{ ...everything, operations: ['image'] }, ['image']],
  [{ ...everything, operations: ['video'] }, ['fast', 'quality', 'cinema']],
  [{ ...everything, models: ['fast'] }, ['image', 'fast']],
  [{ ...everything, models: ['quality', 'cinema'] }, ['image', 'quality', 'cinema']],
  [{ ...everything, models: [] }, ['image']],
  [{ ...everything, longestSide: 1280 }, ['image', 'fast', 'quality']],
  [{ ...everything, longestSide: 1279 }, ['image']],
  [{ ...everything, operations: ['i2v', 'upscale', 'i2i', 'image'] }, ['image']],
  [{ pools: ['image'], operations: ['video'], models: ['fast'] }, []],
  [{ pools: ['video'], operations: ['video'], models: ['cinema'] }, ['cinema']],
];

for (const [can, matches] of rows) {
  test(`a worker for ${JSON.stringify(can)} gets ${matches.join(', ') || 'nothing'}`, async () => {
    verifies('DEC-JOB-01');
    const idOf = new Map<string, string>();
    for (const [name, [path, request]] of Object.entries(JOBS)) {
      const { body } = await customer.post(`/v1/${path}/generate`, { prompt: 'x', ...request });
      idOf.set(body.job_id, name);
    }
    const taken: (string | undefined)[] = [];
    for (;;) {
      const lease = await service.worker.lease(leaseRequest(worker(can)), AbortSignal.timeout(20_000));
      if (lease === undefined) break;
      taken.push(idOf.get(lease.job_id));
      await deliver(service.worker, lease);
    }
    // Which pool comes first depends on how long the jobs before took, and so on the machine.
    assert.deepEqual(taken.toSorted(), matches.toSorted());
    for (let left = 4 - taken.length; left > 0; left--) {
      await deliver(service.worker, await takeLease(service.worker));
    }
  });
}

test('a job is not leased to a waiting worker that cannot render it', async () => {
  verifies('DEC-JOB-01');
  const images = service.worker.lease(
    leaseRequest({ ...worker({ ...everything, pools: ['image'] }), wait_ms: 20_000 }),
    AbortSignal.timeout(30_000),
  );
  await customer.post('/v1/videos/generate', { prompt: 'x' });
  const video = await takeLease(service.worker);
  assert.equal(video.task.operation, 'video');
  const { body } = await customer.post('/v1/images/generate', { prompt: 'x' });
  const image = await images;
  assert.equal(image?.job_id, body.job_id);
});
