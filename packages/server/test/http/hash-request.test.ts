import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { countTurns } from '@kinora/testing/count-turns';
import { verifies } from '@kinora/testing/requirements';
import { hashRequest } from '../../src/http/request/hash-request.ts';

const MIB = 2 ** 20;

test('requests have the hash of their JSON, with an image of any size', async () => {
  verifies('DEC-IDEMPOTENCY-01');
  const image = (bytes: number) => Buffer.alloc(bytes, 'kinora').toString('base64');
  for (const request of [
    { prompt: 'a fox 🦊 "at dusk"', width: 1024 },
    { prompt: 'a fox', init_image_base64: image(MIB), seed: 7 },
    { first: image(3 * MIB + 1), nested: { second: image(MIB) }, list: [image(MIB - 1), 'short'] },
  ]) {
    const expected = createHash('sha256')
      .update(`POST image ${JSON.stringify(request)}`)
      .digest('hex');
    assert.equal((await hashRequest('POST image', request)).toString('hex'), expected);
  }
});

test('others have their turn while the largest image is hashed', async () => {
  verifies('DEC-UPLOAD-08');
  const request = { init_image_base64: Buffer.alloc(12 * MIB, 'kinora').toString('base64') };
  const { turns } = await countTurns(() => hashRequest('POST video', request));
  assert.ok(turns >= 12, `${turns} turns`);
});
