import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { type AuthenticateKey, createAuthenticateKey } from '../../src/access/authenticate-key.ts';
import { rotateKey } from '../../src/access/rotate-key.ts';
import { createAccount } from '../../src/accounts/create-account.ts';
import { openDatabase } from '../../src/db/database.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { RACE_ROUNDS } from '../support/every-drill.ts';
import { sellCatalogue } from '../support/sold-catalogue.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const NETWORK = '203.0.113.1';

let scene: TestDatabase;
let service: TestApp;
before(async () => {
  scene = await createTestDatabase();
  service = await startTestApp();
});
after(async () => {
  await service.stop();
  await scene.close();
});

async function newAccount(email: string): Promise<{ id: string; key: string }> {
  const created = await createAccount(scene.database, systemClock, {
    email,
    balanceCents: 0,
    operator: false,
  });
  assert.ok(created !== undefined);
  return { id: created.accountId, key: created.apiKey };
}

const BY_OPERATOR = { by: 'operator', network: null } as const;

const rotate = (id: string) =>
  scene.database.transaction(async (tx) => (await rotateKey(tx, id, BY_OPERATOR, systemClock.now())).key);

/** Whether the key passes; unknown keys of this test come from so many networks that none is limited. */
let networks = 0;
async function passes(node: AuthenticateKey, key: string): Promise<boolean> {
  networks += 1;
  return (await node(key, `${NETWORK}-${networks}`)).ok;
}

test('a rotated key is refused and the new one passes, through HTTP', async () => {
  verifies('V1-AUTH-10');
  const account = await service.account();
  assert.equal((await account.get('/v1/usage')).status, 200);
  const key = await service.database.transaction(
    async (tx) => (await rotateKey(tx, account.id, BY_OPERATOR, systemClock.now())).key,
  );
  assert.equal((await account.get('/v1/usage')).status, 401);
  assert.equal((await account.get('/v1/usage', { 'x-api-key': key })).status, 200);
});

test('concurrent rotation and use on two nodes: both reject the old key after the rotation', async () => {
  verifies('V1-AUTH-10');
  const other = openDatabase({
    connectionString: scene.connectionString,
    maxConnections: 4,
    onError: () => {},
  });
  const nodes = [
    createAuthenticateKey(scene.database, systemClock, sellCatalogue(systemClock)),
    createAuthenticateKey(other, systemClock, sellCatalogue(systemClock)),
  ] as const;
  const { id, key: first } = await newAccount('rotating@example.com');
  let old = first;
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const during = [passes(nodes[0], old), passes(nodes[1], old)];
    const fresh = await rotate(id);
    const [onFirst, onSecond, isNew] = await Promise.all([
      passes(nodes[0], old),
      passes(nodes[1], old),
      passes(nodes[round % 2 === 0 ? 0 : 1], fresh),
    ]);
    assert.deepEqual([onFirst, onSecond, isNew], [false, false, true], `round ${round}`);
    await Promise.all(during);
    old = fresh;
  }
  await other.close();
});

test('two concurrent rotations: both return a key, and one is valid', async () => {
  verifies('V1-AUTH-10');
  const node = createAuthenticateKey(scene.database, systemClock, sellCatalogue(systemClock));
  const { id } = await newAccount('twice@example.com');
  for (let round = 0; round < 100; round++) {
    const keys = await Promise.all([rotate(id), rotate(id)]);
    const valid = await Promise.all(keys.map((key) => passes(node, key)));
    assert.deepEqual(valid.toSorted(), [false, true], `round ${round}`);
  }
});

test('a suspension carries over to the new key', async () => {
  verifies('V1-AUTH-13');
  const { id } = await newAccount('suspended@example.com');
  await scene.database.query(`insert into suspensions values ($1, now(), now() + interval '1 hour')`, [id]);
  const result = await createAuthenticateKey(
    scene.database,
    systemClock,
    sellCatalogue(systemClock),
  )(await rotate(id), NETWORK);
  assert.equal(result.ok ? 'passed' : result.problem.code, 'key_suspended');
});
