import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createReadPreview } from '../../src/jobs/views/read-preview.ts';
import { previewKey } from '../../src/storage/blob-keys.ts';
import type { Blobs } from '../../src/storage/blobs.ts';
import { createMemoryBlobs } from '../../src/storage/memory-blobs.ts';

const ARTIFACT = 'jobs/01a220c6-a1b7-7000-aa3d-774c3dbb6c95/1/artifact.png';

/** A store that shows an object while it is written, empty at first, as some do that keep their objects in files. */
function storeWithoutAtomicPuts(): Blobs {
  const blobs = createMemoryBlobs();
  return {
    ...blobs,
    async put(key, content) {
      await blobs.put(key, new Uint8Array());
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      return blobs.put(key, content);
    },
  };
}

test('who asks for a preview while it is stored gets the same one, and it is made once', async () => {
  const blobs = storeWithoutAtomicPuts();
  await blobs.put(ARTIFACT, Buffer.from('a picture'));
  let made = 0;
  const read = createReadPreview(blobs, async () => {
    made += 1;
    return Buffer.from('a preview');
  });
  const source = { viewerId: 'a', medium: 'image', artifactKey: ARTIFACT } as const;
  const first = read(source);
  while ((await blobs.size(previewKey(ARTIFACT))) === undefined) await setImmediate();
  const during = read(source);
  for (const preview of [await first, await during, await read(source)]) {
    assert.equal(Buffer.from(preview ?? []).toString(), 'a preview');
  }
  assert.equal(made, 1);
});
