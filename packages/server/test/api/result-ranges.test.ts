import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { sampleMp4 } from '../support/sample-artifact.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const SIZE = 200_000;
const ORDERED = { width: 1280, height: 720, frames: 121, sound: true };
const { length: minBytes } = await sampleMp4(ORDERED);
const VIDEO = await sampleMp4(
  ORDERED,
  Uint8Array.from({ length: SIZE - minBytes }, (_, at) => at % 251),
);

let service: TestApp;
let url: string;
before(async () => {
  service = await startTestApp();
  const customer = await service.account();
  const { body } = await customer.post('/v1/videos/generate', { prompt: 'waves' });
  await deliver(service.worker, await takeLease(service.worker), VIDEO);
  url = (await customer.get(body.poll_url)).body.result_url;
});
after(() => service.stop());

async function get(range?: string, method = 'GET') {
  const answer = await fetch(url, { method, headers: range === undefined ? {} : { range } });
  return {
    status: answer.status,
    bytes: Buffer.from(await answer.arrayBuffer()),
    length: answer.headers.get('content-length'),
    range: answer.headers.get('content-range'),
    type: answer.headers.get('content-type'),
    accepts: answer.headers.get('accept-ranges'),
  };
}

const WHOLE = {
  status: 200,
  bytes: VIDEO,
  length: String(SIZE),
  range: null,
  type: 'video/mp4',
  accepts: 'bytes',
};

test('a request without a range gets the whole file', async () => {
  verifies('V1-JOB-07');
  assert.deepEqual(await get(), WHOLE);
});

test('a request for one range gets 206 and exactly its bytes', async () => {
  verifies('V1-JOB-07');
  const table: Readonly<Record<string, readonly [first: number, last: number]>> = {
    'bytes=0-0': [0, 0],
    'bytes=0-99': [0, 99],
    'bytes=500-599': [500, 599],
    'bytes=199999-199999': [199_999, 199_999],
    'bytes=199990-500000': [199_990, 199_999],
    'bytes=0-': [0, 199_999],
    'bytes=7000-': [7000, 199_999],
    'bytes=-1': [199_999, 199_999],
    'bytes=-100': [199_900, 199_999],
    'bytes=-500000': [0, 199_999],
  };
  for (const [range, [first, last]] of Object.entries(table)) {
    assert.deepEqual(
      await get(range),
      {
        ...WHOLE,
        status: 206,
        bytes: VIDEO.slice(first, last + 1),
        length: String(last - first + 1),
        range: `bytes ${first}-${last}/${SIZE}`,
      },
      range,
    );
  }
});

test('a range beyond the end gets 416 and the size', async () => {
  verifies('V1-JOB-07');
  for (const range of ['bytes=200000-', 'bytes=200000-200001', 'bytes=999999999999999-', 'bytes=-0']) {
    const { status, bytes, range: size } = await get(range);
    assert.deepEqual([status, bytes.length, size], [416, 0, `bytes */${SIZE}`], range);
  }
});

test('a refused range may not be cached', async () => {
  verifies('V1-JOB-07');
  const { status, headers } = await fetch(url, { headers: { range: `bytes=${SIZE}-` } });
  assert.equal(status, 416);
  assert.equal(headers.get('cache-control'), 'no-store');
  for (const name of ['content-type', 'content-disposition']) assert.equal(headers.get(name), null, name);
});

test('a download is continued only if the file is still the one that If-Match names', async () => {
  verifies('V1-JOB-07');
  const etag = (await fetch(url)).headers.get('etag') ?? '';
  const asked = (ifMatch: string, method = 'GET') =>
    fetch(url, { method, headers: { 'if-match': ifMatch, range: 'bytes=10-19' } });
  for (const ifMatch of [etag, `"other", ${etag}`, '*'])
    assert.equal((await asked(ifMatch)).status, 206, ifMatch);
  // A weak tag never matches here (RFC 9110, 13.1.1).
  for (const ifMatch of ['"other"', `W/${etag}`, 'other']) {
    const { status, headers } = await asked(ifMatch);
    assert.deepEqual([status, headers.get('cache-control')], [412, 'no-store'], ifMatch);
    assert.equal((await asked(ifMatch, 'HEAD')).status, 412);
  }
});

test('requests for several ranges or an invalid range get the whole file', async () => {
  verifies('V1-JOB-07');
  for (const range of [
    'bytes=0-1,5-6',
    'bytes=5-2',
    'bytes=-',
    'bytes=a-b',
    'bytes=1.5-2',
    'items=0-1',
    'bytes 0-1',
    `bytes=${'9'.repeat(400)}-`,
  ]) {
    assert.deepEqual(await get(range), WHOLE, range);
  }
});

test('HEAD gives the headers of GET and no bytes', async () => {
  verifies('V1-JOB-07');
  assert.deepEqual(await get(undefined, 'HEAD'), { ...WHOLE, bytes: Buffer.alloc(0) });
  assert.deepEqual(await get('bytes=10-19', 'HEAD'), {
    ...WHOLE,
    status: 206,
    bytes: Buffer.alloc(0),
    length: '10',
    range: 'bytes 10-19/200000',
  });
});
