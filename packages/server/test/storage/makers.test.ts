import assert from 'node:assert/strict';
import dns from 'node:dns';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { after, before, describe, mock, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { StoreUnavailable } from '../../src/storage/blobs.ts';
import type { S3Location } from '../../src/storage/s3/s3-location.ts';
import { openS3Store } from '../../src/storage/s3/s3-store.ts';
import { type Maker, type MakerCall, type Refusal, startMakerStore } from '../support/maker-store.ts';
import { type RealS3, startRealS3 } from '../support/real-s3.ts';
import { keysOf } from '../support/stores-under-test.ts';

/** Stand-ins for the stores of makers, which answer as each documents. docs/storage.md lists what differs. */

const isBatchDelete = ({ method, url }: MakerCall): boolean =>
  method === 'POST' && url.searchParams.has('delete');
const headersOf = ({ headers }: MakerCall): string => JSON.stringify(headers);
const regionOf = ({ headers, url }: MakerCall): string | undefined =>
  /\/\d{8}\/([^/]*)\/s3\//.exec(headers.authorization ?? url.searchParams.get('X-Amz-Credential') ?? '')?.[1];

/** The checksums and the chunked bodies that Amazon's SDK sends by default. */
const refusesChecksums = (refusal: Refusal) => (call: MakerCall) =>
  /x-amz-(?:sdk-)?checksum|x-amz-trailer|aws-chunked|STREAMING-/i.test(headersOf(call) + call.url.search)
    ? refusal
    : undefined;

/** A batch needs the MD5 of its body, and Content-MD5 is the only checksum that is known. */
const wantsMd5 = (call: MakerCall): Refusal | undefined =>
  isBatchDelete(call) && call.headers['content-md5'] === undefined
    ? { status: 400, code: 'InvalidRequest' }
    : refusesChecksums({ status: 400, code: 'InvalidArgument' })(call);

const wantsHostName =
  (refusal: Refusal) =>
  (call: MakerCall): Refusal | undefined =>
    call.headers.host?.startsWith('media.') ? wantsMd5(call) : refusal;

const inRegion =
  (region: string, refusal: Refusal) =>
  (call: MakerCall): Refusal | undefined =>
    regionOf(call) === region ? wantsMd5(call) : refusal;

interface Case {
  readonly maker: Maker;
  readonly location?: Partial<S3Location>;
}

const notImplemented = (status: number): Refusal => ({ status, code: 'NotImplemented' });
const MAKERS: Readonly<Record<string, Case>> = {
  'Amazon, MinIO, versitygw, SeaweedFS, Scaleway, Hetzner, DigitalOcean': {
    maker: { refuses: () => undefined },
  },
  'Google Cloud Storage': {
    maker: {
      refuses: (call) =>
        isBatchDelete(call)
          ? notImplemented(501)
          : refusesChecksums({ status: 400, code: 'InvalidArgument' })(call),
      deletesExistingOnly: true,
    },
    location: { region: 'auto' },
  },
  'Google Cloud Storage, with the other status': {
    maker: {
      refuses: (call) => (isBatchDelete(call) ? notImplemented(400) : undefined),
      deletesExistingOnly: true,
    },
  },
  'Cloudflare R2': {
    maker: {
      refuses: (call) =>
        regionOf(call) === 'auto'
          ? refusesChecksums(notImplemented(501))(call)
          : { status: 400, code: 'InvalidRegionName' },
    },
    location: { region: 'auto' },
  },
  'Backblaze B2': {
    maker: { refuses: inRegion('us-west-004', { status: 403, code: 'SignatureDoesNotMatch' }) },
    location: { region: 'us-west-004' },
  },
  'OVH, Oracle, IBM, Ceph before Squid': { maker: { refuses: wantsMd5 } },
  Wasabi: {
    maker: { refuses: inRegion('eu-central-2', { status: 301, code: 'PermanentRedirect' }) },
    location: { region: 'eu-central-2' },
  },
  Garage: {
    maker: { refuses: inRegion('garage', { status: 400, code: 'AuthorizationHeaderMalformed' }) },
    location: { region: 'garage' },
  },
  'Alibaba OSS': {
    maker: { refuses: wantsHostName({ status: 403, code: 'SecondLevelDomainForbidden' }), isVirtual: true },
    location: { addressing: 'virtual' },
  },
  'Tencent COS': {
    maker: { refuses: wantsHostName({ status: 403, code: 'PathStyleDomainForbidden' }), isVirtual: true },
    location: { addressing: 'virtual' },
  },
  'a store without batches, of another code': {
    maker: {
      refuses: (call) => (isBatchDelete(call) ? { status: 405, code: 'MethodNotAllowed' } : undefined),
    },
  },
  'a store that lists by names': { maker: { refuses: () => undefined, pageByNames: 2 } },
  'a store without the second version of the listing': {
    maker: {
      refuses: ({ url }) => (url.searchParams.get('list-type') === '2' ? notImplemented(501) : undefined),
      pageByNames: 2,
    },
  },
  'a store that does not copy': {
    maker: {
      refuses: ({ headers }) =>
        headers['x-amz-copy-source'] === undefined ? undefined : notImplemented(501),
    },
  },
};

let real: RealS3;
before(async () => {
  real = await startRealS3();
  const lookup = dns.lookup;
  // Names of the stand-ins, with the bucket in front of them or not.
  mock.method(dns, 'lookup', (name: string, options: object, done: (...found: unknown[]) => void) =>
    lookup(name.endsWith('store.test') ? '127.0.0.1' : name, options, done),
  );
});
after(async () => {
  mock.restoreAll();
  await real.close();
});

async function open({ maker, location }: Case) {
  const stand = await startMakerStore(real.url, maker);
  const host = maker.isVirtual ? 'store.test' : '127.0.0.1';
  const store = openS3Store({
    bucket: 'media',
    prefix: 'kinora',
    endpoint: `http://${host}:${stand.port}`,
    publicEndpoint: undefined,
    region: 'us-east-1',
    direct: true,
    addressing: 'path',
    ...location,
  });
  return {
    ...store,
    calls: stand.calls,
    async end() {
      store.close();
      await stand.close();
    },
  };
}

for (const [name, maker] of Object.entries(MAKERS)) {
  describe(`with ${name}`, () => {
    let store: Awaited<ReturnType<typeof open>>;
    before(async () => {
      store = await open(maker);
    });
    after(() => store.end());

    test('the service does all that it needs', async () => {
      verifies('DEC-STORAGE-10', 'DEC-SETTING-16');
      const { blobs } = store;
      assert.match(await store.check(), /^s3:\/\/media\/kinora at http:/);
      const large = Array.from({ length: 6 }, (_, at) => Buffer.alloc(2 ** 20, at));
      assert.equal((await blobs.put('jobs/a/1/result.mp4', Readable.from(large))).bytes, 6 * 2 ** 20);
      assert.equal(await blobs.copy('jobs/a/1/result.mp4', 'jobs/a/1/final.mp4'), true);
      assert.equal(await blobs.copy('jobs/a/1/other.mp4', 'jobs/a/1/more.mp4'), false);
      assert.ok((await buffer(blobs.read('jobs/a/1/final.mp4'))).equals(Buffer.concat(large)));
      const keys = Array.from({ length: 5 }, (_, at) => `jobs/b/${at}/input.png`);
      for (const key of keys) await blobs.put(key, Buffer.from('0123456789'));
      assert.equal(await text(blobs.read('jobs/b/0/input.png', { first: 3, last: 5 })), '345');
      assert.deepEqual(await keysOf(store, 'jobs/b'), keys);
      await blobs.deleteAll(['jobs/b/0/input.png', 'jobs/c/none.png']);
      assert.deepEqual(await keysOf(store, 'jobs/b'), keys.slice(1));
      await blobs.deleteFolder('jobs/b');
      await blobs.deleteFolder('jobs/a');
      assert.deepEqual(await keysOf(store), []);
    });

    test('its links upload and download', async () => {
      verifies('DEC-STORAGE-10', 'DEC-STORAGE-02');
      const { blobs } = store;
      const link = { expiresSeconds: 60, mime: 'image/png' };
      const put = (await blobs.presignPut('jobs/l/1/result.png', link)) ?? '';
      const headers = { 'content-type': 'image/png' };
      assert.ok((await fetch(put, { method: 'PUT', body: 'bytes', headers })).ok);
      const get = (await blobs.presignGet('jobs/l/1/result.png', link)) ?? '';
      if (maker.maker.isVirtual) assert.match(get, /^http:\/\/media\.store\.test:\d+\/kinora\/jobs\/l\//);
      assert.equal(await (await fetch(get)).text(), 'bytes');
      await blobs.deleteFolder('jobs/l');
    });
  });
}

test('what a store does not support is tried once', async () => {
  verifies('DEC-STORAGE-10');
  const store = await open(MAKERS['Google Cloud Storage'] as Case);
  for (let round = 0; round < 3; round++) await store.blobs.deleteAll(['jobs/x/1/a.png', 'jobs/x/1/b.png']);
  assert.equal(store.calls.filter(isBatchDelete).length, 1);
  await store.end();
  const copying = await open(MAKERS['a store that does not copy'] as Case);
  await copying.blobs.put('jobs/x/1/a.png', Buffer.from('x'));
  for (const key of ['b', 'c', 'd'])
    assert.equal(await copying.blobs.copy('jobs/x/1/a.png', `jobs/x/1/${key}.png`), true);
  assert.equal(copying.calls.filter(({ headers }) => headers['x-amz-copy-source']).length, 1);
  await copying.blobs.deleteFolder('jobs/x');
  await copying.end();
});

test('missing rights and an overload are no reason to delete one by one', async () => {
  verifies('DEC-STORAGE-10');
  for (const refusal of [
    { status: 403, code: 'AccessDenied' },
    { status: 503, code: 'SlowDown' },
  ]) {
    const store = await open({ maker: { refuses: (call) => (isBatchDelete(call) ? refusal : undefined) } });
    await assert.rejects(store.blobs.deleteAll(['jobs/x/1/a.png']), StoreUnavailable);
    assert.equal(store.calls.filter(({ method }) => method === 'DELETE').length, 0);
    await store.end();
  }
});

test('a store that neither batches nor deletes is refused at the start', async () => {
  verifies('DEC-STORAGE-01', 'DEC-STORAGE-10');
  const refuses = (call: MakerCall) =>
    isBatchDelete(call) || call.method === 'DELETE' ? notImplemented(501) : undefined;
  const store = await open({ maker: { refuses } });
  await assert.rejects(store.check(), /cannot be used \(NotImplemented at s3:DeleteObject\)/);
  await store.end();
});

for (const [name, location, remedy] of [
  ['Alibaba OSS', { addressing: 'path' }, /add addressing=virtual/],
  ['Tencent COS', { addressing: 'path' }, /add addressing=virtual/],
  ['Wasabi', { region: 'us-east-1' }, /is in another region; name it as region=/],
] as const) {
  test(`the start names the remedy for ${name} with ${JSON.stringify(location)}`, async () => {
    verifies('DEC-STORAGE-01', 'DEC-STORAGE-10');
    const { maker } = MAKERS[name] as Case;
    const store = await open({ maker, location });
    await assert.rejects(store.check(), remedy);
    await store.end();
  });
}

test('the start names the region that the store names, and a clock that differs', async () => {
  verifies('DEC-STORAGE-01', 'DEC-STORAGE-10');
  for (const [refusal, remedy] of [
    [
      { status: 400, code: 'AuthorizationHeaderMalformed', more: '<Region>garage</Region>' },
      /region=garage in/,
    ],
    [{ status: 403, code: 'RequestTimeTooSkewed' }, /the clock of this machine differs/],
  ] as const) {
    const store = await open({ maker: { refuses: () => refusal } });
    await assert.rejects(store.check(), remedy);
    await store.end();
  }
});
