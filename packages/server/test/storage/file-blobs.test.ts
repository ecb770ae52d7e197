import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createFileBlobs } from '../../src/storage/file-blobs.ts';
import { testBlobContract } from './blobs-contract.ts';

async function newStore() {
  const root = await mkdtemp(path.join(tmpdir(), 'kinora-blobs-'));
  const folder = path.join(root, 'blobs');
  return {
    root,
    blobs: createFileBlobs(folder),
    async keys() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
}

describe('files', () => testBlobContract(newStore));

describe('files of one machine', async () => {
  const store = await newStore();
  after(() => store.close());

  test('no other user of the machine can read a blob', async () => {
    verifies('DEC-SETTING-07');
    await store.blobs.put('jobs/a/1/x.png', Buffer.from('x'));
    const mode = async (place: string) => (await stat(path.join(store.root, place))).mode & 0o777;
    assert.equal(await mode('blobs/jobs/a/1/x.png'), 0o600);
    for (const folder of ['blobs', 'blobs/jobs', 'blobs/jobs/a/1']) assert.equal(await mode(folder), 0o700);
  });

  test('a folder is deleted with its last blob', async () => {
    verifies('DEC-SETTING-16');
    await store.blobs.put('jobs/b/1/x.png', Buffer.from('x'));
    await store.blobs.put('jobs/b/2/x.png', Buffer.from('x'));
    const folders = () => readdir(path.join(store.root, 'blobs/jobs/b'));
    await store.blobs.deleteAll(['jobs/b/1/x.png']);
    assert.deepEqual(await folders(), ['2']);
    await store.blobs.deleteAll(['jobs/b/2/x.png']);
    await assert.rejects(folders(), { code: 'ENOENT' });
  });

  test('there are no links that bypass the server', async () => {
    verifies('DEC-JOB-13');
    const link = { expiresSeconds: 60, mime: 'image/png' };
    assert.equal(await store.blobs.presignGet('jobs/a/1/x.png', link), undefined);
    assert.equal(await store.blobs.presignPut('jobs/a/1/x.png', link), undefined);
  });
});
