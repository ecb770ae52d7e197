import assert from 'node:assert/strict';
import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import OpenAI from 'openai';
import { pino } from 'pino';
import { StoreFull, StoreUnavailable } from '../../src/storage/blobs.ts';
import { faultOfFiles } from '../../src/storage/file-faults.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { newCaller, tokenOf } from '../support/console-caller.ts';
import { startFaultyDelivery } from '../support/faulty-delivery.ts';
import { ASK, callsWith, jobCaller } from '../support/job-api.ts';
import { balanceOf } from '../support/jobs-under-test.ts';
import { AGREED } from '../support/make-results.ts';
import { IMAGE, openaiClient } from '../support/openai-client.ts';
import { sampleArtifact } from '../support/sample-artifact.ts';
import { type Answer, send, startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';
import { tracesOf } from '../support/untouched.ts';
import { completion, leasePath, workerCalls } from '../support/worker-calls.ts';

/** The folder of the results is away: a disk that is not mounted, broken or read-only. */

let service: TestApp;
let customer: TestAccount;
let log = '';
before(async () => {
  const logger = pino(
    { level: 'warn' },
    {
      write: (line: string) => {
        log += line;
      },
    },
  );
  service = await startTestApp({ logger, environment: { KINORA_MIN_FREE_GIB: '0' } });
  customer = await service.account();
});
after(() => service.stop());

const folder = () => path.join(service.dataDir, 'blobs');
const aside = () => `${folder()}-aside`;

async function takeAway(replace: (at: string) => Promise<unknown>): Promise<void> {
  await rename(folder(), aside());
  await replace(folder());
}
async function bringBack(): Promise<void> {
  await rm(folder(), { force: true });
  await rename(aside(), folder());
}

/** Each way fails with another error of the file system. */
const WAYS: Readonly<Record<string, (at: string) => Promise<unknown>>> = {
  'is missing': async () => {},
  'is a file': (at) => writeFile(at, ''),
  'is a loop of links': (at) => symlink(at, at),
  'is on a file system that takes no files': (at) => symlink('/proc', at),
};

function assertTemporary(answer: Answer, what: string): void {
  assert.equal(answer.status, 503, `${what}: ${answer.text}`);
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/, what);
  assert.ok(!answer.text.includes(service.dataDir) && !/E[A-Z]{4,}/.test(answer.text), answer.text);
}

const upload = async () => (await plain(512, 288).png().toBuffer()).toString('base64');

for (const [how, replace] of Object.entries(WAYS)) {
  test(`while the folder ${how}, no order with an image is accepted, and nothing is charged`, async () => {
    verifies('DEC-STORAGE-11', 'V1-ERROR-30', 'V1-ERROR-10');
    const image = await upload();
    const caller = await jobCaller(service, 'pro');
    const orders: Readonly<Record<string, () => Promise<Answer>>> = {
      v1: () => customer.post('/v1/videos/generate', { prompt: 'x', init_image_base64: image }),
      'job API, video': () => caller.generate({ ...ASK, type: 'i2v', image_base64: image }),
      'job API, image': () => caller.generate({ ...ASK, type: 'i2i', image_base64: image }),
      façade: () =>
        send(`${service.url}/openai/v1/videos`, {
          method: 'POST',
          headers: { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            ...{ model: 'kinora-video-fast', prompt: 'x', seconds: '1', size: '448x256' },
            input_reference: { image_url: `data:image/png;base64,${image}` },
          }),
        }),
    };
    const tracesOfAll = async () => [
      await tracesOf(service, customer),
      await tracesOf(service, { ...customer, id: caller.accountId }),
    ];
    const before = await tracesOfAll();
    await takeAway(replace);
    try {
      for (const [name, order] of Object.entries(orders)) {
        log = '';
        const answer = await order();
        assertTemporary(answer, name);
        if (name === 'v1') assert.equal(answer.body.code, 'video_validation_unavailable');
        if (name.startsWith('job')) assert.deepEqual(Object.keys(answer.body), ['error']);
        if (name === 'façade') assert.equal(answer.body.error.code, 'video_validation_unavailable');
        assert.match(log, /"level":40.*folder of the results cannot be used/, name);
      }
      assert.deepEqual(await tracesOfAll(), before);
    } finally {
      await bringBack();
    }
    assert.equal((await orders.v1?.())?.status, 200);
    await service.worker.fail(await takeLease(service.worker), { reason: 'a test', retryable: false });
  });
}

test('what is stored is not missing while it cannot be read: every route is 503, also for a worker', async () => {
  verifies('DEC-STORAGE-11', 'V1-ERROR-10');
  const calls = await callsThatUseTheStore();
  await takeAway(async () => {});
  try {
    for (const [name, call] of Object.entries(calls)) assertTemporary(await call(), name);
  } finally {
    await bringBack();
  }
  for (const [name, call] of Object.entries(calls)) {
    const { status, text } = await call();
    assert.ok(status === 200 || status === 204, `${name}: ${status} ${text}`);
  }
});

/** A result of each interface, and a job of which a worker has uploaded the result. */
async function callsThatUseTheStore(): Promise<Readonly<Record<string, () => Promise<Answer>>>> {
  const bearer = { authorization: `Bearer ${customer.key}` };
  const rendered = async (order: Promise<Answer>): Promise<Answer> => {
    await deliver(service.worker, await takeLease(service.worker));
    const answer = await order;
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const image = { prompt: 'a pear', width: 256, height: 256 };
  const ordered = await rendered(customer.post('/v1/images/generate', image));
  const { result_url: link } = (await customer.get(ordered.body.poll_url)).body;
  const video = await rendered(customer.post('/v1/videos/generate', { prompt: 'a pear' }));
  const person = await newCaller(service);
  const { generate, job } = callsWith(service, await tokenOf(service, person));
  const { job_id: jobId } = (await rendered(generate({ ...ASK, type: 'image' }))).body;
  const media = (await job(jobId)).body.results[0].url;
  const façade = () =>
    send(`${service.url}/openai/v1/images/generations`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json', 'idempotency-key': 'the-image' },
      body: JSON.stringify(IMAGE),
    });
  await rendered(façade());
  const worker = workerCalls(service);
  await customer.post('/v1/images/generate', image);
  const lease = await takeLease(service.worker);
  const bytes = await sampleArtifact(lease.task);
  const calls = {
    'the link of a result': () => send(link, {}),
    'HEAD of the link': () => send(link, { method: 'HEAD' }),
    'the public address': () => send(media, {}),
    'the video of the façade': () =>
      send(`${service.url}/openai/v1/videos/${video.body.job_id}/content`, { headers: bearer }),
    'the image of the façade': façade,
    publishing: () => person.call('PUT', `/published/${jobId}`, AGREED),
    'the upload of a worker': () => worker.put(leasePath(lease, 'artifacts/result.png'), bytes),
    'the completion by a worker': () => worker.post(leasePath(lease, 'complete'), completion(lease, bytes)),
  };
  assert.equal((await calls['the upload of a worker']()).status, 200);
  return calls;
}

test('an image that cannot be read for the façade is sent to the call that repeats this one, and paid once', async () => {
  verifies('DEC-STORAGE-11', 'DEC-FACADE-14');
  const faulty = await startFaultyDelivery();
  try {
    const account = await faulty.service.account(1000);
    const client = openaiClient(faulty.service, account);
    const reads = () => faulty.store.requests.filter((request) => request.startsWith('GET')).length;
    const order = async () => {
      const image = client.images.generate(IMAGE);
      await deliver(faulty.service.worker, await takeLease(faulty.service.worker));
      return image;
    };
    const before = reads();
    await order();
    // The last read of an order is that of the response, after those that checked the result.
    let left = reads() - before;
    const isLast = (method: string) => method === 'GET' && --left === 0;
    faulty.store.set({ kind: 'refuse', status: 403, code: 'AccessDenied' }, isLast);
    const error = await order().catch((reason: unknown) => reason);
    assert.ok(error instanceof OpenAI.APIError && error.status === 503, String(error));
    assert.match(error.headers?.get('retry-after') ?? '', /^[1-9]\d*$/);
    faulty.store.set(null);
    assert.equal((await client.images.generate(IMAGE)).data?.length, 1);
    assert.equal(await balanceOf(faulty.service.database, account.id), 990);
  } finally {
    await faulty.stop();
  }
});

test('whatever the file system refuses is a fault of the store, and nothing else is', () => {
  verifies('DEC-STORAGE-11');
  const failing = (code: string | undefined, syscall?: string) =>
    Object.assign(new Error('x'), { code, syscall });
  for (const code of [
    'EROFS',
    'EACCES',
    'EPERM',
    'EIO',
    'EMFILE',
    'ENFILE',
    'ESTALE',
    'ENOENT',
    'ETIMEDOUT',
  ]) {
    const fault = faultOfFiles(failing(code, 'open'));
    assert.ok(fault instanceof StoreUnavailable && !(fault instanceof StoreFull), code);
  }
  for (const code of ['ENOSPC', 'EDQUOT'])
    assert.ok(faultOfFiles(failing(code, 'write')) instanceof StoreFull);
  for (const bug of [failing(undefined), failing('ERR_INVALID_ARG_TYPE'), new TypeError('x')]) {
    assert.equal(faultOfFiles(bug), bug);
  }
});
