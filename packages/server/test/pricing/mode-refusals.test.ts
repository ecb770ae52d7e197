import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Problem, statusOf } from '@kinora/contract';
import { verifies } from '@kinora/testing/requirements';
import { quoteVideo, type VideoRequest } from '../../src/quote/quote.ts';
import { catalogue } from '../support/default-catalogue.ts';

function refusal(request: Partial<VideoRequest>): Problem {
  const result = quoteVideo(catalogue, { mode: 'fast', duration: 5, ...request });
  assert.ok(!result.ok, 'the request is not refused');
  assert.equal(statusOf(result.problem.code), 400);
  return result.problem;
}

test('an unknown mode is invalid_mode and lists the modes', () => {
  verifies('V1-ERROR-03', 'V1-VIDEO-10');
  for (const mode of ['ultra', 'Fast', ' fast', '', 'constructor', 'toString', '__proto__']) {
    const { code, fields, message } = refusal({ mode });
    assert.equal(code, 'invalid_mode');
    assert.deepEqual(fields, { supported_modes: ['fast', 'quality', 'cinema'] });
    assert.match(message, /^mode: .*fast, quality, cinema/);
  }
});

test('every known mode renders its defaults', () => {
  verifies('V1-VIDEO-10');
  for (const mode of ['fast', 'quality', 'cinema']) {
    const result = quoteVideo(catalogue, { mode, duration: 5 });
    assert.ok(result.ok);
    assert.equal(result.value.model.mode, mode);
  }
});

test('a size that quality does not support is refused with the ten supported ones', () => {
  verifies('V1-ERROR-04', 'DEC-SIZE-11', 'V1-MODE-11');
  for (const [width, height] of [
    [1024, 768],
    [2560, 1440],
    [1280, 600],
    [256, 2560],
  ]) {
    const { code, fields, message } = refusal({ mode: 'quality', width, height });
    assert.equal(code, 'mode_resolution_unsupported');
    assert.deepEqual(fields, {
      video_mode: 'quality',
      supported_sizes: [
        ...['1280x720', '720x1280', '720x720', '1080x720', '720x1080'],
        ...['1920x1080', '1080x1920', '1080x1080', '1620x1080', '1080x1620'],
      ],
    });
    assert.ok(message.includes(`${width}x${height}`));
  }
});

test('a size that cinema does not support is refused with the five supported ones', () => {
  verifies('V1-ERROR-04', 'V1-MODE-08', 'V1-MODE-11');
  const { code, fields } = refusal({ mode: 'cinema', width: 1280, height: 720 });
  assert.equal(code, 'mode_resolution_unsupported');
  assert.deepEqual(fields, {
    video_mode: 'cinema',
    supported_sizes: ['2560x1440', '1440x2560', '1440x1440', '2160x1440', '1440x2160'],
  });
});

test('quality renders 5, 7 and 10 seconds only', () => {
  verifies('V1-ERROR-05', 'V1-MODE-04', 'V1-MODE-11');
  for (const duration of [1, 4.99, 5.34, 6, 6.99, 7.34, 8, 9.99]) {
    const { code, fields } = refusal({ mode: 'quality', duration });
    assert.equal(code, 'mode_duration_unsupported', `${duration} s`);
    assert.deepEqual(fields, { video_mode: 'quality', durations_seconds: [5, 7, 10] });
  }
  // Lengths are rounded down to thirds of a second, so slightly more than five seconds is five seconds.
  for (const duration of [5, 5.3, 7, 7.1, 10]) {
    assert.ok(quoteVideo(catalogue, { mode: 'quality', duration }).ok, `${duration} s`);
  }
});

test('cinema renders 5 seconds only', () => {
  verifies('V1-ERROR-05', 'V1-MODE-07');
  for (const duration of [1, 4.9, 5.4, 7, 10]) {
    const { code, fields } = refusal({ mode: 'cinema', duration });
    assert.equal(code, 'mode_duration_unsupported', `${duration} s`);
    assert.deepEqual(fields, { video_mode: 'cinema', durations_seconds: [5] });
  }
  assert.ok(quoteVideo(catalogue, { mode: 'cinema', duration: 5 }).ok);
});

test('fast renders every length from 1 to 10 seconds', () => {
  verifies('V1-VIDEO-05', 'V1-RATES-05');
  for (let thirds = 3; thirds <= 30; thirds++) {
    assert.ok(quoteVideo(catalogue, { mode: 'fast', duration: thirds / 3 }).ok);
  }
});
