import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, describe, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { openStore } from '../../src/storage/open-store.ts';
import { testBlobContract } from './blobs-contract.ts';

async function newStore() {
  const root = await mkdtemp(path.join(tmpdir(), 'kinora-blobs-'));
  const folder = path.join(root, 'blobs');
  const store = await openStore(undefined, folder);
  await store.check();
  return {
    root,
    blobs: store.blobs,
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

  test('a failed upload leaves no folder, and one survives the removal of empty folders', async () => {
    verifies('DEC-STORAGE-07');
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('x');
        throw new Error('the sender is gone');
      })(),
    );
    await assert.rejects(store.blobs.put('jobs/broken/1/x.png', broken), /the sender is gone/);
    assert.equal(existsSync(path.join(store.root, 'blobs/jobs/broken')), false);
    let isPutting = true;
    const removing = (async () => {
      while (isPutting) await store.blobs.deleteEmptyFolders('jobs', new Date(Date.now() + 1000));
    })();
    for (let at = 0; at < 50; at++) await store.blobs.put(`jobs/busy/${at}/x.png`, Buffer.from('x'));
    isPutting = false;
    await removing;
    await store.blobs.deleteFolder('jobs/busy');
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
