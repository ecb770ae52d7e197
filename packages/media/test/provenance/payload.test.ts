import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newId } from '@kinora/server/kernel/ids';
import { verifies } from '@kinora/testing/requirements';
import { chipKeyOf, makePayload, makeTag, verifyPayload } from '../../src/provenance/payload.ts';

const SECRET = Buffer.alloc(32, 1).toString('base64url');
const OTHER = Buffer.alloc(32, 2).toString('base64url');
const TAG = 'f6ad3e4';

describe('the payload of a mark', () => {
  test('has the key version and the tag, and authenticates them', () => {
    verifies('DEC-WATERMARK-01');
    const payload = makePayload(SECRET, 1, TAG);
    assert.match(payload, /^1f6ad3e4[0-9a-f]{8}$/);
    assert.deepEqual(verifyPayload(new Map([[1, SECRET]]), payload), { keyVersion: 1, jobTag: 'f6ad3e4' });
  });

  test('is authentic by the secret of its version only', () => {
    const payload = makePayload(SECRET, 3, TAG);
    assert.equal(verifyPayload(new Map([[3, OTHER]]), payload), undefined);
    assert.equal(verifyPayload(new Map([[1, SECRET]]), payload), undefined);
    assert.ok(
      verifyPayload(
        new Map([
          [1, OTHER],
          [3, SECRET],
        ]),
        payload,
      ),
    );
  });

  test('has a tag of 28 bits that is computed from secret and subject, always the same for the same subject', () => {
    const tag = makeTag(SECRET, 'an image');
    assert.match(tag, /^[0-9a-f]{7}$/);
    assert.equal(makeTag(SECRET, 'an image'), tag);
    assert.notEqual(makeTag(SECRET, 'another image'), tag);
    assert.notEqual(makeTag(OTHER, 'an image'), tag);
  });

  test('is rejected with any bit changed', () => {
    const payload = makePayload(SECRET, 1, TAG);
    for (let bit = 0n; bit < 64n; bit++) {
      const changed = (BigInt(`0x${payload}`) ^ (1n << bit)).toString(16).padStart(16, '0');
      assert.equal(verifyPayload(new Map([[1, SECRET]]), changed), undefined, changed);
    }
  });

  test('is rejected in any other form', () => {
    const payload = makePayload(SECRET, 1, TAG);
    for (const text of ['', payload.slice(1), `${payload}0`, payload.replace('f', 'F'), 'x'.repeat(16)]) {
      assert.equal(verifyPayload(new Map([[1, SECRET]]), text), undefined, text);
    }
  });

  test('has a version from 0 to 15 only', () => {
    for (const version of [-1, 16, 1.5]) assert.throws(() => makePayload(SECRET, version, TAG));
  });

  test('differs between concurrent jobs', () => {
    const tags = new Set(Array.from({ length: 1000 }, () => makeTag(SECRET, newId())));
    assert.ok(tags.size >= 999, `${tags.size} of 1000`);
  });

  test('a worker cannot get the secret from the chip key, nor two secrets share one', () => {
    verifies('DEC-WATERMARK-02');
    assert.equal(chipKeyOf(SECRET).length, 32);
    assert.notDeepEqual(chipKeyOf(SECRET), chipKeyOf(OTHER));
    assert.notDeepEqual(Buffer.from(chipKeyOf(SECRET)), Buffer.from(SECRET, 'base64url'));
  });
});
