import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { checkArtifact } from '../../src/jobs/attempts/complete-attempt.ts';

test('an artifact must have the medium and the size of its job', () => {
  verifies('V1-JOB-07');
  const image = { mime: 'image/png', artifact: 'result.png', width: 64, height: 32 } as const;
  const video = { ...image, mime: 'video/mp4', artifact: 'result.mp4' } as const;
  const ordered = { width: 64, height: 32 };
  const pathOf = (result: typeof image | typeof video, pool: 'image' | 'video') =>
    checkArtifact(result, { ...ordered, pool })?.path;

  assert.equal(pathOf(image, 'image'), undefined);
  assert.equal(pathOf(video, 'video'), undefined);
  assert.equal(pathOf(image, 'video'), 'mime');
  assert.equal(pathOf(video, 'image'), 'mime');
  assert.deepEqual(checkArtifact({ ...video, artifact: 'result.png' }, { ...ordered, pool: 'video' }), {
    path: 'artifact',
    message: 'must be result.mp4',
  });
  assert.equal(checkArtifact({ ...video, width: 32 }, { ...ordered, pool: 'video' })?.path, 'width');
  assert.equal(checkArtifact({ ...video, height: 64 }, { ...ordered, pool: 'video' })?.path, 'height');
});
