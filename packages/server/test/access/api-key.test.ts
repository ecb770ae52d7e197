import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { isWellFormedKey, newApiKey } from '../../src/access/api-key.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The 256 random bits of a key. */
function randomBits(key: string): bigint {
  return [...key.slice(3, 46)].reduce((sum, char) => sum * 62n + BigInt(ALPHABET.indexOf(char)), 0n);
}

test('a key is kn_, 43 random characters and a checksum of 6', () => {
  verifies('V1-AUTH-01');
  for (let i = 0; i < 200; i++) {
    const { key, hash, prefix } = newApiKey();
    assert.match(key, /^kn_[0-9A-Za-z]{49}$/);
    assert.ok(isWellFormedKey(key));
    assert.equal(prefix, key.slice(0, 11));
    assert.deepEqual(hash, createHash('sha256').update(key).digest());
  }
});

test('each of the 256 bits of a key is random', () => {
  verifies('V1-AUTH-01');
  const drawn = 2000;
  const ones = new Array<number>(256).fill(0);
  const seen = new Set<string>();
  for (let i = 0; i < drawn; i++) {
    const { key } = newApiKey();
    seen.add(key);
    const bits = randomBits(key);
    assert.ok(bits < 2n ** 256n);
    for (let bit = 0; bit < 256; bit++) ones[bit] = (ones[bit] ?? 0) + Number((bits >> BigInt(bit)) & 1n);
  }
  assert.equal(seen.size, drawn);
  // Ten standard deviations: a random bit practically always passes, a constant one never does.
  const slack = 10 * (Math.sqrt(drawn) / 2);
  for (const [bit, count] of ones.entries()) {
    assert.ok(Math.abs(count - drawn / 2) < slack, `bit ${bit} is set in ${count} of ${drawn}`);
  }
});

test('the checksum detects every change of a single character', () => {
  verifies('V1-AUTH-03');
  for (let round = 0; round < 5; round++) {
    const { key } = newApiKey();
    for (let at = 0; at < key.length; at++) {
      for (const char of `${ALPHABET}_-. `) {
        if (char === key[at]) continue;
        assert.ok(!isWellFormedKey(key.slice(0, at) + char + key.slice(at + 1)), `${char} at ${at}`);
      }
    }
  }
});

test('the checksum detects swapped, missing and doubled characters', () => {
  verifies('V1-AUTH-03');
  for (let round = 0; round < 20; round++) {
    const { key } = newApiKey();
    for (let at = 0; at < key.length; at++) {
      const [char = '', next = ''] = [key[at], key[at + 1]];
      assert.ok(!isWellFormedKey(key.slice(0, at) + key.slice(at + 1)));
      assert.ok(!isWellFormedKey(key.slice(0, at) + char + key.slice(at)));
      if (char !== next && next !== '') {
        assert.ok(!isWellFormedKey(key.slice(0, at) + next + char + key.slice(at + 2)));
      }
    }
  }
});

test('other texts are not well-formed keys', () => {
  verifies('V1-AUTH-03');
  const { key } = newApiKey();
  for (const text of [
    '',
    'kn_',
    key.slice(3),
    ` ${key}`,
    `${key} `,
    `${key}\n`,
    `\n${key}`,
    key.toUpperCase(),
  ]) {
    assert.ok(!isWellFormedKey(text), JSON.stringify(text));
  }
});
