import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addEscapes, removeEscapes } from '@kinora/media/avc/avc-escape';
import { neededAvcLevel } from '../src/avc-level.ts';
import { correctParameterSet } from '../src/avc-parameter-set.ts';

/** A record as the encoder writes it for 1280x720 at 24 frames a second. */
const RECORD = Uint8Array.from([
  1, 100, 0, 31, 255, 225, 0, 23, 103, 100, 0, 31, 172, 180, 2, 128, 45, 208, 128, 0, 0, 3, 0, 128, 0, 0, 24,
  71, 140, 25, 80, 1, 0, 4, 104, 239, 15, 203,
]);

describe('the corrected parameter set', () => {
  test('has the tag of BT.709 once, and keeps what follows the set', () => {
    const corrected = correctParameterSet(RECORD, { level: 31, rateFactor: 1 });
    const length = ((corrected[6] ?? 0) << 8) | (corrected[7] ?? 0);
    assert.ok(length >= 23 + 3, `${length} bytes`);
    assert.deepEqual(corrected.subarray(8 + length), RECORD.subarray(31));
    assert.deepEqual(correctParameterSet(corrected, { level: 31, rateFactor: 1 }), corrected);
  });

  test('raises the level in both places and never lowers it', () => {
    const raised = correctParameterSet(RECORD, { level: 40, rateFactor: 1 });
    assert.deepEqual([raised[3], raised[11]], [40, 40]);
    const corrected = correctParameterSet(RECORD, { level: 10, rateFactor: 1 });
    assert.deepEqual([corrected[3], corrected[11]], [31, 31]);
  });

  test('rejects a record without a parameter set', () => {
    assert.throws(() => correctParameterSet(RECORD.subarray(0, 12), { level: 31, rateFactor: 1 }));
  });

  test('escapes bytes that look like a start code, and unescapes them', () => {
    const payload = Uint8Array.from([0, 0, 0, 0, 1, 0, 0, 3, 0, 0, 4]);
    assert.deepEqual(removeEscapes(addEscapes(payload)), payload);
    assert.deepEqual(addEscapes(Uint8Array.from([0, 0, 1])), Uint8Array.from([0, 0, 3, 1]));
  });

  test('has the right level for common sizes', () => {
    assert.equal(neededAvcLevel(640, 480, 24), 30);
    assert.equal(neededAvcLevel(1280, 720, 24), 31);
    assert.equal(neededAvcLevel(1920, 1080, 24), 40);
    assert.equal(neededAvcLevel(2560, 2560, 24), 51);
  });
});
