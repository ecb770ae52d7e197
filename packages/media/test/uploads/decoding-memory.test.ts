import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { plain } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import sharp from 'sharp';
import { createMemoryBudget, decodingMemory } from '../../src/decoding-memory.ts';

describe('a budget of memory', () => {
  /** Starts work of these sizes and returns how to end it and which of it has begun. */
  function startAll(budgetBytes: number, sizes: readonly number[]) {
    const { spend } = createMemoryBudget(budgetBytes);
    const begun: number[] = [];
    const works = sizes.map((bytes, index) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const ended = spend(bytes, () => {
        begun.push(index);
        return promise;
      });
      return { ended, resolve, reject };
    });
    return { begun, works };
  }

  test('starts work in the order of arrival while its bytes are free', async () => {
    verifies('DEC-UPLOAD-02');
    const { begun, works } = startAll(100, [60, 40, 50, 10]);
    await Promise.resolve();
    assert.deepEqual(begun, [0, 1], 'the small one does not overtake the one that waits');
    works[1]?.resolve();
    await works[1]?.ended;
    assert.deepEqual(begun, [0, 1]);
    works[0]?.resolve();
    await works[0]?.ended;
    await Promise.resolve();
    assert.deepEqual(begun, [0, 1, 2, 3]);
  });

  test('gets its bytes back from work that fails, and runs work that exceeds it alone', async () => {
    verifies('DEC-UPLOAD-02');
    const { begun, works } = startAll(100, [10, 1000, 10]);
    await Promise.resolve();
    assert.deepEqual(begun, [0]);
    works[0]?.reject(new Error('damaged'));
    await assert.rejects(works[0]?.ended ?? Promise.resolve(), /damaged/);
    await Promise.resolve();
    assert.deepEqual(begun, [0, 1]);
    works[1]?.resolve();
    await works[1]?.ended;
    await Promise.resolve();
    assert.deepEqual(begun, [0, 1, 2]);
  });

  test('counts an image that must be complete before its first row in full, any other by its rows', async () => {
    const memoryOf = async (image: Buffer) => decodingMemory(await sharp(image).metadata());
    assert.equal(await memoryOf(await plain(400, 300).jpeg({ progressive: true }).toBuffer()), 720_000);
    const large = await sharp(await plain(400, 300).jpeg({ progressive: true }).toBuffer()).metadata();
    assert.equal(decodingMemory({ ...large, width: 8000, height: 8000, channels: 4 }), 512e6);
    assert.equal(decodingMemory({ ...large, width: 8000, height: 8000, isProgressive: false }), 100e6);
  });
});

/** Decodes a progressive JPEG of 16 megapixels, which takes 96 MB, six times; prints by how many MB the peak grew. */
const SIX_TIMES = `
  import { inspectUpload } from ${JSON.stringify(import.meta.resolve('../../src/uploads/inspect-upload.ts'))};
  import { readFileSync } from 'node:fs';
  const base64 = readFileSync(0).toString('base64');
  // The peak of this program alone: the one that getrusage returns starts with that of the process which started this one.
  const peakMb = () => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
  const before = peakMb();
  for (let time = 0; time < 6; time++) if (!(await inspectUpload(base64, 'x')).ok) throw new Error('refused');
  console.log(Math.round(peakMb() - before));
`;

test('the memory of an upload is free when the upload is decoded', async () => {
  verifies('DEC-UPLOAD-02');
  const image = await plain(4000, 4000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  const args = ['--input-type=module', '--eval', SIX_TIMES];
  // So that glibc returns what is freed; otherwise it may keep a part for later.
  const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: '1000000' };
  const { stdout, stderr } = spawnSync(process.execPath, args, { input: image, encoding: 'utf8', env });
  // 160 are measured; 630 if each stayed in the decoder's cache.
  assert.ok(Number(stdout) > 0 && Number(stdout) < 350, `${stdout} MB ${stderr}`);
});
