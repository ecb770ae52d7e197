import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newApiKey } from '../src/access/api-key.ts';
import { sha256 } from '../src/kernel/ids.ts';
import { setFaultScene } from './faults/fault-scene.ts';
import { kinora } from './support/service-process.ts';
import { send, TEST_USER_AGENT } from './support/test-app.ts';

const PASSWORD = 'a very secret passphrase';
const CARD = '4242424242424242';
const HEADERS = { 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };

test('no key, claim code, password or card is in the database, the logs or the bodies of errors', async (context) => {
  const scene = await setFaultScene();
  context.after(() => scene.end());
  const service = await scene.start(['--no-worker'], {
    KINORA_LOG_LEVEL: 'trace',
    KINORA_PAYMENTS: 'sandbox',
  });
  const errors: string[] = [];
  const refused = async (path: string, init: RequestInit, status: number): Promise<void> => {
    const answer = await send(service.url + path, init);
    assert.equal(answer.status, status, `${path}: ${answer.text}`);
    errors.push(answer.text);
  };

  const start = { method: 'POST', headers: HEADERS, body: '{}' };
  const { body: claim } = await send(`${service.url}/api/v1/pay/start`, start);
  const browser = openBrowser(service.url);
  await browser.submit('/signin', { mode: 'up', email: 'ann@example.com', password: PASSWORD });
  await browser.submit('/signin', { mode: 'in', email: 'ann@example.com', password: `${PASSWORD}!` });
  const fields = { user_code: claim.user_code };
  const checkout = await browser.submit('/activate/pay', { ...fields, order: '10' });
  await browser.submit(`${new URL(checkout).pathname}/pay`, { number: CARD, expiry: '12 / 34', cvc: '737' });
  await browser.submit('/activate/decide', { ...fields, decision: 'approved' });
  const { body: ready } = await send(service.url + claim.claim_url, { headers: HEADERS });
  assert.equal(ready.status, 'ready');
  const key: string = ready.api_key;

  const authorised = { headers: { ...HEADERS, 'x-api-key': key } };
  assert.equal((await send(`${service.url}/v1/usage`, authorised)).status, 200);
  const unknown = newApiKey().key;
  await refused('/v1/usage', { headers: { ...HEADERS, 'x-api-key': unknown } }, 401);
  await refused('/v1/usage', { headers: { ...HEADERS, 'x-api-key': key.slice(0, -1) } }, 401);
  await refused('/v1/images/generate', { ...authorised, method: 'POST', body: '{"promt":1}' }, 400);
  await refused('/v1/none', authorised, 404);
  await refused(`${claim.claim_url}/more`, authorised, 404);
  await refused(claim.claim_url, { method: 'DELETE', headers: authorised.headers }, 404);
  await refused(`${claim.claim_url}x`, { headers: HEADERS }, 404);

  const rotated = await kinora(
    ['account', 'rotate-key', '--email', 'ann@example.com', '--json'],
    scene.settings,
  );
  const next = JSON.parse(rotated.output).api_key as string;
  await refused('/v1/usage', authorised, 401);
  assert.equal(await service.end('SIGTERM'), 0);

  const dump = await dumpOf(scene.database);
  assert.ok(
    dump.includes('ann@example.com') && dump.includes(sha256(key).toString('hex')),
    'the dump is whole',
  );
  const places = { database: dump, log: service.output(), errors: errors.join('\n') };
  const secrets = { key, next, unknown, code: claim.code, password: PASSWORD, card: CARD };
  for (const [what, secret] of Object.entries(secrets)) {
    for (const [where, text] of Object.entries(places)) {
      for (const form of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64'),
      ]) {
        assert.ok(!text.includes(form), `the ${what} stands in the ${where}`);
      }
    }
  }
});

/** Posts forms and keeps cookies; answers where each leads. */
function openBrowser(url: string) {
  const cookies = new Map<string, string>();
  return {
    async submit(path: string, fields: Record<string, string>): Promise<string> {
      const answer = await fetch(url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: url, cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
        body: new URLSearchParams(fields),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/);
        cookies.set(name, value);
      }
      return answer.headers.get('location') ?? '';
    },
  };
}

/** Every row of every table, as text. */
async function dumpOf(database: { query<Row>(sql: string): Promise<Row[]> }): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  assert.ok(tables.length > 20);
  const rows = await Promise.all(
    tables.map(({ name }) => database.query<{ row: string }>(`select t::text as row from ${name} as t`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}
