import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { checkReport, maxArtifactBytes } from '../../src/attempt/ordered-artifact.ts';

const IMAGE = { width: 64, height: 32, frames: null, framesPerSecond: null, sound: false } as const;
const VIDEO = { width: 64, height: 32, frames: 121, framesPerSecond: 24, sound: true } as const;

test('a report must have the medium, the size and the length of its job', () => {
  verifies('V1-JOB-07', 'DEC-ARTIFACT-01');
  const image = {
    mime: 'image/png',
    artifact: 'result.png',
    bytes: 1,
    width: 64,
    height: 32,
    duration_seconds: null,
  } as const;
  const video = { ...image, mime: 'video/mp4', artifact: 'result.mp4', duration_seconds: 121 / 24 } as const;
  type Report = Parameters<typeof checkReport>[0];
  const pathOf = (report: Report, ordered: typeof IMAGE | typeof VIDEO) => checkReport(report, ordered)?.path;

  assert.equal(pathOf(image, IMAGE), undefined);
  assert.equal(pathOf(video, VIDEO), undefined);
  assert.equal(pathOf({ ...video, duration_seconds: 5 }, VIDEO), undefined);
  assert.equal(pathOf(image, VIDEO), 'mime');
  assert.equal(pathOf(video, IMAGE), 'mime');
  assert.deepEqual(checkReport({ ...video, artifact: 'result.png' }, VIDEO), {
    path: 'artifact',
    message: 'must be result.mp4',
  });
  assert.equal(pathOf({ ...video, width: 32 }, VIDEO), 'width');
  assert.equal(pathOf({ ...video, height: 64 }, VIDEO), 'height');
  for (const seconds of [null, 4.95, 5.1, 1000]) {
    assert.equal(pathOf({ ...video, duration_seconds: seconds }, VIDEO), 'duration_seconds');
  }
  const slower = { ...VIDEO, frames: 81, framesPerSecond: 16 };
  for (const [seconds, path] of [
    [81 / 16, undefined],
    [5, undefined],
    [81 / 24, 'duration_seconds'],
    [5.2, 'duration_seconds'],
  ] as const) {
    assert.equal(checkReport({ ...video, duration_seconds: seconds }, slower)?.path, path);
  }
  assert.equal(pathOf({ ...image, duration_seconds: 1 }, IMAGE), 'duration_seconds');
});

test('the bytes of an artifact are limited by what its job can need', () => {
  verifies('DEC-ARTIFACT-02');
  const mib = (ordered: Parameters<typeof maxArtifactBytes>[0]) => maxArtifactBytes(ordered) / 2 ** 20;
  assert.equal(mib({ ...IMAGE, width: 1024, height: 1024 }), 5);
  assert.equal(mib({ ...IMAGE, width: 4096, height: 4096 }), 65);
  assert.ok(mib({ ...VIDEO, width: 1280, height: 720 }) < 55);
  assert.equal(mib({ ...VIDEO, width: 2560, height: 2560, frames: 241 }), 512);
});
