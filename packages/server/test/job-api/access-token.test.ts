import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { after, before, mock, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { createVerifyAccessToken } from '../../src/accounts/access-token.ts';
import { type Auth, createAuth, issueAccessToken } from '../../src/accounts/auth.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { ASK, callsWith, type JobCaller, jobCaller } from '../support/job-api.ts';
import { keysIn } from '../support/keys.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let caller: JobCaller;
let auth: Auth;
before(async () => {
  service = await startTestApp();
  caller = await jobCaller(service);
  auth = createAuth({
    database: service.database,
    clock: systemClock,
    baseUrl: service.url,
    keys: await keysIn(service.dataDir),
    verifiesEmail: false,
  });
});
after(() => service.stop());

type Json = Record<string, unknown>;

function encode(part: Json | Buffer): string {
  return Buffer.from(part instanceof Buffer ? part : JSON.stringify(part)).toString('base64url');
}

function readPart(token: string, at: number): Json {
  return JSON.parse(Buffer.from(token.split('.')[at] ?? '', 'base64url').toString());
}

/** A token with these claims, signed by the service's key. */
async function signed(claims: Json): Promise<string> {
  const payload = { sub: caller.accountId, email: 'a@example.com', ...claims };
  return (await auth.api.signJWT({ body: { payload } })).token;
}

async function statusOf(token: string): Promise<number> {
  const calls = callsWith(service, token);
  const answer = await calls.job(newId());
  // With a valid token the job is not found.
  assert.equal((await calls.report({})).status, answer.status === 404 ? 400 : 401);
  if (answer.status === 401) {
    assert.deepEqual(Object.keys(answer.body), ['error']);
    assert.ok(!answer.text.includes(token.slice(-20)), 'the token is not repeated');
  }
  return answer.status;
}

test('signing in returns a valid token, and the session returns another', async () => {
  verifies('JOB-AUTH-01', 'JOB-AUTH-02', 'JOB-AUTH-03');
  assert.equal(await statusOf(caller.token), 404);
  assert.equal(await statusOf(await caller.freshToken()), 404);
  const { id } = await service.account();
  assert.equal(await statusOf(await issueAccessToken(auth, { id, email: 'cli@example.com' })), 404);
});

test('altered, foreign, unsigned, expired and misplaced tokens are 401', async () => {
  verifies('JOB-AUTH-01', 'JOB-AUTH-04');
  const [head = '', body = '', signature = ''] = caller.token.split('.');
  const other = { ...readPart(caller.token, 1), sub: newId() };
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const foreign = (header: Json) => {
    const text = `${encode(header)}.${body}`;
    return `${text}.${encode(sign(null, Buffer.from(text), privateKey))}`;
  };
  const now = Math.floor(Date.now() / 1000);
  const bad: Record<string, string> = {
    'with other claims': `${head}.${encode(other)}.${signature}`,
    'with another signature': `${head}.${body}.${encode(Buffer.alloc(64))}`,
    'cut off': caller.token.slice(0, -8),
    'without a signature': `${head}.${body}.`,
    'of alg none': `${encode({ alg: 'none' })}.${body}.`,
    'of alg none with our key id': `${encode({ ...readPart(caller.token, 0), alg: 'none' })}.${body}.`,
    'of HMAC': `${encode({ ...readPart(caller.token, 0), alg: 'HS256' })}.${body}.${signature}`,
    'of another key that claims to be ours': foreign(readPart(caller.token, 0)),
    'of another key': foreign({ alg: 'EdDSA', kid: 'elsewhere' }),
    'of no key id': foreign({ alg: 'EdDSA' }),
    'of a key that it brings itself': foreign({
      alg: 'EdDSA',
      kid: 'mine',
      jwk: { ...publicKey.export({ format: 'jwk' }), alg: 'EdDSA', kid: 'mine' },
    }),
    expired: await signed({ exp: now - 1 }),
    'not valid yet': await signed({ nbf: now + 600 }),
    'of another issuer': await signed({ iss: 'elsewhere' }),
    'for another service': await signed({ aud: 'elsewhere' }),
    'whose subject is not an id': await signed({ sub: 'ann' }),
    'that is none': 'abc',
    'of two parts': `${head}.${body}`,
  };
  for (const [what, token] of Object.entries(bad)) assert.equal(await statusOf(token), 401, what);
  assert.equal(
    await statusOf(await signed({ exp: now + 60 })),
    404,
    'with valid claims such a token is accepted',
  );
  for (const authorization of [caller.token, `Basic ${caller.token}`, 'Bearer', `Bearer ${caller.token} x`]) {
    const answer = await fetch(`${service.url}/job/${newId()}`, { headers: { authorization } });
    assert.equal(answer.status, 401, authorization.slice(0, 12));
  }
});

test('a token whose account was deleted is 401, even if its email address belongs to somebody else now', async () => {
  verifies('DEC-BEARER-05');
  const missing = await signed({ sub: newId(), email: 'nobody@example.com' });
  const [person] = await service.database.query<{ email: string }>(
    'select email from accounts where id = $1',
    [caller.accountId],
  );
  const taken = await signed({ sub: newId(), email: person?.email });
  const accounts = async () => (await service.database.query('select from accounts')).length;
  const before = await accounts();
  for (const token of [missing, taken]) {
    const calls = callsWith(service, token);
    for (const answer of [
      await calls.generate({ ...ASK, type: 'image' }),
      await calls.generate({}),
      await calls.report({ content_id: newId(), reason: 'other' }),
    ]) {
      assert.equal(answer.status, 401, answer.text);
      assert.match(answer.body.error, /no longer exists; sign in again/);
    }
  }
  assert.equal(await accounts(), before);
});

test('a token is verified without the keys and the people of sign-in once the keys were read', async () => {
  verifies('DEC-BEARER-02');
  assert.equal(await statusOf(caller.token), 404);
  await service.database.transaction(async (tx) => {
    // The rows of the account and of the session are read: a ban and a sign-out hold at once.
    await tx.query('lock table auth_signing_keys, auth_users in access exclusive mode');
    assert.equal(await statusOf(caller.token), 404);
  });
});

test('a token of another algorithm is 401, although its key is published', async () => {
  verifies('DEC-BEARER-06');
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = newId();
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256' };
  const jwks = await auth.api.getJwks();
  const getJwks = async () => ({ keys: [...jwks.keys, jwk] });
  const verify = createVerifyAccessToken(
    async () => ({ ...auth, api: { ...auth.api, getJwks } }) as unknown as Auth,
  );
  assert.equal((await verify(caller.token))?.accountId, caller.accountId);
  const text = `${encode({ alg: 'ES256', kid })}.${caller.token.split('.')[1]}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  assert.equal(await verify(`${text}.${encode(signature)}`), undefined);
});

test('a key that was added after the keys were read is found with its first token', async () => {
  const verify = createVerifyAccessToken(async () => auth);
  assert.equal((await verify(caller.token))?.accountId, caller.accountId);
  const earlier = await service.database.query<{ id: string }>('select id from auth_signing_keys');
  await service.database.query('delete from auth_signing_keys');
  const token = await signed({});
  assert.equal(readPart(token, 0).kid === earlier[0]?.id, false, 'the token is signed by a new key');
  const found = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
  assert.ok(found.every((one) => one?.accountId === caller.accountId));
  assert.equal(await verify(caller.token), undefined, 'a token of the deleted key is rejected');
});

test('a token that was found good expires all the same', async () => {
  const verify = createVerifyAccessToken(async () => auth);
  const token = await signed({});
  assert.equal((await verify(token))?.accountId, caller.accountId);
  const expiry = Number(readPart(token, 1).exp) * 1000;
  mock.timers.enable({ apis: ['Date'], now: expiry - 1000 });
  try {
    assert.equal((await verify(token))?.accountId, caller.accountId);
    mock.timers.setTime(expiry + 1000);
    assert.equal(await verify(token), undefined);
  } finally {
    mock.timers.reset();
  }
});

test('a token that was found good is not good by other keys', async () => {
  const getJwks = async () => ({ keys: [] });
  const withoutKeys = { ...auth, api: { ...auth.api, getJwks } } as unknown as Auth;
  let current = auth;
  const verify = createVerifyAccessToken(async () => current);
  const token = await signed({});
  assert.equal((await verify(token))?.accountId, caller.accountId);
  current = withoutKeys;
  assert.equal(await verify(token), undefined);
});

test('unknown key ids share one reading of the keys', async () => {
  let readings = 0;
  const getJwks = async (...args: Parameters<Auth['api']['getJwks']>) => {
    readings += 1;
    return auth.api.getJwks(...args);
  };
  const counting = { ...auth, api: { ...auth.api, getJwks } } as Auth;
  const verify = createVerifyAccessToken(async () => counting);
  const withUnknownKeyId = (at: number) =>
    `${encode({ alg: 'EdDSA', kid: `none-${at}` })}.${encode({ sub: 'x' })}.AAAA`;
  const found = await Promise.all(Array.from({ length: 200 }, (_, at) => verify(withUnknownKeyId(at))));
  assert.ok(found.every((one) => one === undefined));
  assert.equal(readings, 1);
  // Sequential requests wait for the next reading together, so each takes far less than a second.
  const later = [];
  for (let at = 200; at < 220; at++) {
    later.push(verify(withUnknownKeyId(at)));
    await auth.api.getJwks();
  }
  assert.deepEqual(new Set(await Promise.all(later)), new Set([undefined]));
  assert.ok(readings < 10, `the keys were read ${readings} times`);
});

test('a person whose sign-up was interrupted may call, and then has an account', async () => {
  const accountId = newId();
  const email = 'cut@example.com';
  await service.database.query(
    `insert into auth_users (id, name, email, email_verified, created_at, updated_at)
     values ($1, '', $2, true, now(), now())`,
    [accountId, email],
  );
  const calls = callsWith(service, await issueAccessToken(auth, { id: accountId, email }));
  const answer = await calls.generate({ ...ASK, type: 'image' });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.tier, 'free');
  await deliver(service.worker, await takeLease(service.worker));
});
