import assert from 'node:assert/strict';
import { createHmac, createPrivateKey, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { KeyVersion } from '../../src/kernel/key-versions.ts';
import { endEncryptionKeys } from '../../src/secrets/keep-keys.ts';
import { KEY_PURPOSES, type KeyPurpose } from '../../src/secrets/key-purposes.ts';
import { until } from '../support/deadline.ts';
import { type RotatedService, startRotatedService } from '../support/rotated-service.ts';
import { signUp } from '../support/signed-in.ts';
import { send } from '../support/test-app.ts';

/** Who has a copy of secrets.json and of the database forges what the keys sign, until the keys are replaced. */

let rotated: RotatedService;
let leaked: Record<KeyPurpose, KeyVersion>;
/** The session in the copy of the database. */
let sessionToken: string;
let accountId: string;
let signingKey: { readonly id: string; readonly privateKey: string };
before(async () => {
  rotated = await startRotatedService();
  const { service } = rotated;
  const person = await signUp(service, 'ann@example.com');
  await fetch(`${service.url}/api/auth/token`, { headers: person.headers });
  accountId = person.accountId;
  const [session] = await service.database.query<{ token: string }>('select token from auth_sessions');
  const [row] = await service.database.query<{ id: string; privateKey: string }>(
    'select id, private_key as "privateKey" from auth_signing_keys',
  );
  assert.ok(session !== undefined && row !== undefined);
  sessionToken = session.token;
  signingKey = row;
  const all = await Promise.all(KEY_PURPOSES.map((purpose) => rotated.versions(purpose)));
  leaked = Object.fromEntries(KEY_PURPOSES.map((purpose, index) => [purpose, all[index]?.[0]])) as never;
});
after(() => rotated.stop());

const hmac = (key: string, text: string, encoding: 'base64' | 'base64url'): string =>
  createHmac('sha256', key).update(text).digest(encoding);

async function isSignedInWith(key: string): Promise<boolean> {
  const cookie = `kinora.session_token=${encodeURIComponent(`${sessionToken}.${hmac(key, sessionToken, 'base64')}`)}`;
  const { body } = await send(`${rotated.service.url}/api/console/session`, { headers: { cookie } });
  return body.signed_in;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Whether a forged link confirms an address: one that does not leads to the sign-in page. */
async function confirmsWith(key: string): Promise<boolean> {
  const times = { iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 600 };
  const signed = `${encoded({ alg: 'HS256' })}.${encoded({ email: 'ann@example.com', ...times })}`;
  const token = `${signed}.${hmac(key, signed, 'base64url')}`;
  const url = `${rotated.service.url}/api/auth/verify-email?token=${token}&callbackURL=%2Factivate`;
  const response = await fetch(url, { redirect: 'manual' });
  await response.arrayBuffer();
  return response.status === 302 && !/error|expired/.test(response.headers.get('location') ?? '');
}

/** The status of a job that does not exist, with a token that is signed with the key in the copy of the database. */
async function statusWithForgedToken(): Promise<number> {
  const data = JSON.parse(signingKey.privateKey);
  const jwk = JSON.parse(await symmetricDecrypt({ key: leaked.encryption.key, data }));
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const [iat, issuer] = [Math.floor(Date.now() / 1000), 'kinora'];
  const claims = { sub: accountId, email: 'ann@example.com', iat, exp: iat + 600, iss: issuer, aud: issuer };
  const signed = `${encoded({ alg: 'EdDSA', kid: signingKey.id })}.${encoded(claims)}`;
  const token = `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
  const url = `${rotated.service.url}/job/01931f2a-7c3e-7001-9b7a-52c10f6ad3e4`;
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'kinora-tests/1.0' };
  return (await send(url, { headers })).status;
}

test('no purpose accepts the key of another', async () => {
  verifies('DEC-SECRET-01');
  const first = leaked.links;
  for (const purpose of KEY_PURPOSES) {
    const { key } = leaked[purpose];
    assert.equal(await rotated.statusOfLink({ ...first, key }), purpose === 'links' ? 200 : 404, purpose);
    // The first keys of sessions and of encryption are the same, because one secret did both.
    assert.equal(await isSignedInWith(key), purpose === 'sessions' || purpose === 'encryption', purpose);
  }
  await rotated.rotate('sessions');
  await rotated.rotate('encryption');
  for (const purpose of KEY_PURPOSES) {
    for (const { key } of (await rotated.versions(purpose)).filter(({ version }) => version > 1)) {
      assert.equal(await isSignedInWith(key), purpose === 'sessions', purpose);
      assert.equal(await confirmsWith(key), purpose === 'sessions', purpose);
    }
  }
});

test('what was forged with leaked keys works until they are replaced, and never after', async () => {
  verifies('DEC-SECRET-05');
  assert.equal(await rotated.statusOfLink(leaked.links), 200);
  assert.ok(await isSignedInWith(leaked.sessions.key));
  assert.ok(await confirmsWith(leaked.sessions.key));
  assert.equal(await statusWithForgedToken(), 404);

  for (const purpose of KEY_PURPOSES) await rotated.rotate(purpose, true);
  const { service, dataDir, clock } = rotated;
  await endEncryptionKeys({ database: service.database, dataDir, at: clock.now() });
  await rotated.untilRead();
  assert.equal(await rotated.statusOfLink(leaked.links), 404);
  // A later copy of the database is needed: the sessions of the first one have ended.
  await signUp(service, 'bo@example.com');
  const [later] = await service.database.query<{ token: string }>('select token from auth_sessions');
  sessionToken = later?.token ?? '';
  const [current] = await rotated.versions('sessions');
  assert.ok(await isSignedInWith(current?.key ?? ''));
  assert.ok(!(await isSignedInWith(leaked.sessions.key)));
  assert.ok(!(await confirmsWith(leaked.sessions.key)));
  await until(async () => (await statusWithForgedToken()) === 401);

  for (const purpose of KEY_PURPOSES) {
    const versions = await rotated.versions(purpose);
    const honoured = versions.filter(
      ({ leakedAt, honouredUntil }) => leakedAt === null && honouredUntil === null,
    );
    assert.ok(honoured.every(({ key }) => key !== leaked[purpose].key));
  }
});
