import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '@kinora/program/setting';
import { verifies } from '@kinora/testing/requirements';
import { readConfig } from '../../src/config.ts';

const read = (value: string) => readConfig({ KINORA_STORAGE_URL: value }).s3;

test('an address names bucket, prefix, endpoint and region', () => {
  verifies('DEC-SETTING-16');
  assert.equal(readConfig({}).s3, undefined);
  assert.deepEqual(read('s3://media-eu.1/kinora/blobs/?endpoint=http://127.0.0.1:9000/&region=garage'), {
    bucket: 'media-eu.1',
    prefix: 'kinora/blobs',
    endpoint: 'http://127.0.0.1:9000',
    publicEndpoint: undefined,
    region: 'garage',
    direct: true,
    addressing: 'path',
  });
  assert.deepEqual(read('s3://media'), {
    bucket: 'media',
    prefix: '',
    endpoint: undefined,
    publicEndpoint: undefined,
    region: undefined,
    direct: true,
    addressing: 'path',
  });
  const inside = read(
    's3://media?endpoint=http://minio:9000&public_endpoint=https://s3.example.com&direct=off',
  );
  assert.deepEqual(
    [inside?.publicEndpoint, inside?.region, inside?.direct],
    ['https://s3.example.com', 'us-east-1', false],
  );
});

test('the bucket is in the path of an address unless it is to be in the host name', () => {
  verifies('DEC-STORAGE-10');
  const endpoint = 's3://media?endpoint=https://s3.oss-cn-hangzhou.aliyuncs.com';
  assert.equal(read(endpoint)?.addressing, 'path');
  assert.equal(read(`${endpoint}&addressing=virtual`)?.addressing, 'virtual');
});

const wrong: readonly [value: string, message: RegExp][] = [
  ['media', /must be like s3:\/\/bucket/],
  ['https://s3.example.com/media', /must be like s3:\/\/bucket/],
  ['s3:media', /must be like s3:\/\/bucket/],
  ['s3://', /must name a bucket/],
  ['s3://Media', /must name a bucket/],
  ['s3://me', /must name a bucket/],
  ['s3://media_files', /must name a bucket/],
  ['s3://media:9000', /must name a bucket/],
  ['s3://AKIAKEY:topsecret@media', /must not contain credentials; set AWS_ACCESS_KEY_ID/],
  ['s3://media?endpoint=https://s3.example.com&addressing=host', /must have addressing=path or/],
  ['s3://media/a//b', /must have a prefix/],
  ['s3://media/a%20b', /must have a prefix/],
  ['s3://media/é', /must have a prefix/],
  ['s3://media?secret_access_key=topsecret', /may have these parameters.*endpoint, public_endpoint, region/],
  ['s3://media?region=a&region=b', /at most once each/],
  ['s3://media?endpoint=minio:9000', /http or https URL without a path as its endpoint/],
  ['s3://media?endpoint=http://key:topsecret@minio:9000', /http or https URL without a path as its endpoint/],
  ['s3://media?endpoint=https://s3.example.com/media', /without a path as its endpoint/],
  ['s3://media?public_endpoint=x', /as its public_endpoint/],
  ['s3://media?region=EU%20west', /a region like eu-central-1/],
  ['s3://media?direct=maybe', /direct=on or direct=off/],
];
for (const [value, message] of wrong) {
  test(`${value.replace('topsecret', '<secret>')} is refused with the remedy`, () => {
    verifies('DEC-SETTING-16');
    assert.throws(
      () => read(value),
      (error: Error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.message, /^KINORA_STORAGE_URL .*; without it, results are stored as files$/);
        assert.match(error.message, message);
        assert.ok(!error.message.includes('topsecret'));
        return true;
      },
    );
  });
}
