import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { decideRefusal } from '../src/studio/orders/decide-refusal.ts';

const refusal = (status: number, message = 'No.', retryAfterSeconds?: number) =>
  decideRefusal({ status, message, retryAfterSeconds });

test('what did not reach the service is sent again, and what was refused is for the person to decide', () => {
  verifies('DEC-STUDIO-08', 'DEC-STUDIO-18');
  assert.deepEqual(refusal(0), { kind: 'unreachable', seconds: 5 });
  assert.deepEqual(refusal(503), { kind: 'unreachable', seconds: 5 });
  assert.deepEqual(refusal(503, 'Later.', 40), { kind: 'unreachable', seconds: 40 });
  assert.deepEqual(refusal(429, 'Too many wait.'), { kind: 'refused', mayRepeat: true });
  assert.deepEqual(refusal(402), { kind: 'refused', mayRepeat: true });
  assert.deepEqual(refusal(400), { kind: 'refused', mayRepeat: false });
  assert.deepEqual(refusal(403, 'image_4k needs a paid tier.'), { kind: 'refused', mayRepeat: false });
});

test('refused content is never offered again, and a suspension is until its time, however that is written', () => {
  verifies('DEC-STUDIO-16');
  assert.deepEqual(refusal(451), { kind: 'content', of: 'prompt' });
  const ofImage = 'The safety check found blood in the uploaded image. Send another image.';
  assert.deepEqual(refusal(451, ofImage), { kind: 'content', of: 'image' });
  const until = '2026-03-01T12:00:00.000Z';
  for (const written of [until, '2026-03-01 12:00 UTC']) {
    const sentence = `The account is suspended until ${written}, because most of its requests were rejected.`;
    assert.deepEqual(refusal(403, sentence), { kind: 'suspended', until, of: undefined });
    assert.deepEqual(refusal(451, sentence), { kind: 'suspended', until, of: 'prompt' });
  }
});
