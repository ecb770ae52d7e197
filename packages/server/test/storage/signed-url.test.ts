import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import fc from 'fast-check';
import { createUrlSigner } from '../../src/storage/signed-url.ts';
import { keysWith } from '../support/keys.ts';

const SECRET = Buffer.alloc(32, 7);
const signerWith = (...secrets: readonly Buffer[]) => {
  const keys = keysWith(...secrets.map((secret) => secret.toString('base64url')));
  return createUrlSigner(() => keys);
};
const signer = signerWith(SECRET);
const NOW = new Date('2031-03-05T12:00:00.000Z');
const EXPIRES = NOW.getTime() / 1000 + 60;

/** The query of a signed link as the router parses it. */
function queryOf(link: string): Record<string, string> {
  return Object.fromEntries(new URL(link, 'http://localhost').searchParams);
}

test('the signature is an HMAC over key id, method, artefact and expiry', () => {
  verifies('DEC-JOB-13');
  const link = signer.sign('jobs/a/1/result.png', EXPIRES);
  const sig = createHmac('sha256', SECRET)
    .update(`1\nGET\njobs/a/1/result.png\n${EXPIRES}`)
    .digest('base64url');
  assert.equal(link, `/files/jobs/a/1/result.png?kid=1&expires=${EXPIRES}&sig=${sig}`);
});

test('a signature is valid only for its artefact, expiry and secret', () => {
  verifies('DEC-JOB-13');
  const key = fc.stringMatching(/^[a-z0-9]{1,8}(\/[a-z0-9]{1,8}){0,3}\.png$/);
  const expiry = fc.integer({ min: EXPIRES, max: EXPIRES + 1e9 });
  const other = signerWith(Buffer.alloc(32, 8));
  fc.assert(
    fc.property(key, key, expiry, expiry, (one, two, at, later) => {
      const query = queryOf(signer.sign(one, at));
      assert.equal(signer.verify(one, query, NOW), true);
      assert.equal(other.verify(one, query, NOW), false);
      assert.equal(signer.verify(two, query, NOW), one === two);
      assert.equal(signer.verify(one, { ...query, expires: String(later) }, NOW), at === later);
    }),
  );
});

test('a link ends with the instant of its expiry', () => {
  verifies('V1-JOB-03');
  const query = queryOf(signer.sign('a.png', EXPIRES));
  assert.equal(signer.verify('a.png', query, new Date(EXPIRES * 1000 - 1)), true);
  assert.equal(signer.verify('a.png', query, new Date(EXPIRES * 1000)), false);
});

test('every other encoding of the signature is refused', () => {
  verifies('DEC-JOB-13');
  const query = queryOf(signer.sign('a.png', EXPIRES));
  const { sig = '' } = query;
  // The last character of 43 has two unused bits, which a decoder ignores.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const sibling = alphabet[alphabet.indexOf(sig.slice(-1)) ^ 1];
  assert.deepEqual(Buffer.from(sig, 'base64url'), Buffer.from(sig.slice(0, -1) + sibling, 'base64url'));
  for (const wrong of [
    sig.slice(0, -1) + sibling,
    `${sig}=`,
    `${sig} `,
    ` ${sig}`,
    `${sig}!`,
    sig.slice(0, -1),
    '',
    [sig],
    [sig, sig],
    undefined,
    { toString: () => sig },
  ]) {
    assert.equal(signer.verify('a.png', { ...query, sig: wrong }, NOW), false);
  }
  for (const wrong of [EXPIRES, [query.expires], undefined, `${query.expires}.0`, ` ${query.expires}`]) {
    assert.equal(signer.verify('a.png', { ...query, expires: wrong }, NOW), false);
  }
  for (const wrong of ['2', '', undefined, ['1'], 1]) {
    assert.equal(signer.verify('a.png', { ...query, kid: wrong }, NOW), false);
  }
});
