import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type KeyVersion, keysAt } from '../../src/kernel/key-versions.ts';
import { KEY_PURPOSES, type KeyPurpose } from '../../src/secrets/key-purposes.ts';
import { addVersion, withoutEnded } from '../../src/secrets/rotation.ts';
import { keyVersion } from '../support/keys.ts';

const AT = new Date('2031-03-05T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const after = (hours: number): Date => new Date(AT.getTime() + hours * HOUR_MS);
const FIRST = [keyVersion(1, 'first')];

function rotated(
  purpose: KeyPurpose,
  more: {
    readonly signsFrom?: Date;
    readonly hasLeaked?: boolean;
    readonly from?: readonly KeyVersion[];
  } = {},
): readonly KeyVersion[] {
  const { from = FIRST, ...rest } = more;
  return addVersion(from, { purpose, key: 'next', at: AT, signsFrom: AT, hasLeaked: false, ...rest });
}

const signsAt = (versions: readonly KeyVersion[], at: Date): number => keysAt(versions, at).signing.version;
const honouredAt = (versions: readonly KeyVersion[], at: Date): number[] =>
  keysAt(versions, at).honoured.map(({ version }) => version);

test('a key is honoured for as long as what it signed lives, and is then deleted', () => {
  verifies('DEC-SECRET-04');
  for (const [purpose, hours] of [
    ['links', 25],
    ['sessions', 7 * 24 + 1],
    ['webhooks', 7 * 24 + 1],
    ['push', 7 * 24 + 1],
  ] as const) {
    const versions = rotated(purpose);
    assert.equal(signsAt(versions, AT), 2);
    assert.deepEqual(honouredAt(versions, after(hours - 0.001)), [2, 1], purpose);
    assert.deepEqual(honouredAt(versions, after(hours)), [2], purpose);
    assert.equal(withoutEnded(versions, after(hours - 0.001)).length, 2);
    assert.deepEqual(withoutEnded(versions, after(hours)), versions.slice(1));
  }
});

test('no time ends a key that marks or encrypts', () => {
  verifies('DEC-SECRET-07', 'DEC-SECRET-09');
  for (const purpose of ['watermarks', 'encryption'] as const) {
    const versions = rotated(purpose);
    assert.deepEqual(honouredAt(versions, after(1e6)), [2, 1]);
    assert.deepEqual(withoutEnded(versions, after(1e6)), versions);
  }
});

test('a key that has leaked is not honoured from the moment on at which the next one signs', () => {
  verifies('DEC-SECRET-05');
  for (const purpose of KEY_PURPOSES) {
    const versions = rotated(purpose, { hasLeaked: true });
    // What is encrypted has to be encrypted again before its key can end.
    assert.deepEqual(honouredAt(versions, AT), purpose === 'encryption' ? [2, 1] : [2], purpose);
  }
  const [leaked] = rotated('watermarks', { hasLeaked: true });
  assert.deepEqual(leaked?.leakedAt, AT);
  assert.equal(withoutEnded(rotated('watermarks', { hasLeaked: true }), after(1e6)).length, 2);
});

test('a leak also ends the keys that an earlier rotation has left', () => {
  verifies('DEC-SECRET-05');
  const versions = rotated('links', { from: rotated('links'), hasLeaked: true });
  assert.deepEqual(honouredAt(versions, AT), [3]);
  // And a later rotation does not revive one that ends sooner.
  const again = addVersion(versions, {
    purpose: 'links',
    key: 'more',
    at: after(1),
    signsFrom: after(1),
    hasLeaked: false,
  });
  assert.deepEqual(honouredAt(again, after(1)), [4, 3]);
});

test('a key that signs later is honoured before, and the former one signs until then', () => {
  verifies('DEC-SECRET-06');
  const versions = rotated('links', { signsFrom: after(10) });
  assert.equal(signsAt(versions, after(9.999)), 1);
  assert.deepEqual(honouredAt(versions, AT), [2, 1]);
  assert.equal(signsAt(versions, after(10)), 2);
  assert.deepEqual(honouredAt(versions, after(34.999)), [2, 1]);
  assert.deepEqual(honouredAt(versions, after(35)), [2]);
  // A clock that was set back far signs with the oldest.
  assert.equal(signsAt(versions, new Date(0)), 1);
});

test('a watermark has room for 15 versions', () => {
  verifies('DEC-SECRET-09');
  const full = Array.from({ length: 15 }, (_, index) => keyVersion(index + 1, 'key'));
  assert.throws(() => rotated('watermarks', { from: full }), /room for 15 versions/);
  assert.equal(rotated('links', { from: full }).length, 16);
});
