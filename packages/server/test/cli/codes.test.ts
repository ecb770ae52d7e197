import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import { newCaller } from '../support/console-caller.ts';
import { violations } from '../support/jobs-under-test.ts';
import { runCommandLines } from '../support/run-command-lines.ts';
import { kinora } from '../support/service-process.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

let service: TestApp;
let settings: Record<string, string>;
before(async () => {
  service = await startTestApp();
  settings = { DATABASE_URL: service.connectionString, KINORA_DATA_DIR: service.dataDir };
});
after(() => service.stop());

const run = (...args: string[]) => kinora(args, settings);

test('an operator creates, lists and ends codes, and grants a balance, each with a line in the log', async () => {
  verifies('DEC-CODE-01', 'DEC-GRANT-09');
  const ann = await newCaller(service, 'ann@example.com');
  const options = ['--usd', '2.50', '--uses', '2', '--expires', '2990-12-31', '--grant-days', '30'];
  const created = JSON.parse((await run('code', 'create', ...options, '--json')).output);
  assert.match(created.code, /^([BCDFGHJKLMNPQRSTVWXZ]{4}-){2}[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  assert.deepEqual(
    [created.amount_cents, created.uses, created.used, created.expires_at, created.grant_days],
    [250, 2, 0, '2990-12-31T23:59:59.000Z', 30],
  );
  assert.equal((await ann.post('/billing/redeem', { code: created.code.toLowerCase() })).status, 200);
  const [chosen, refused, list] = await runCommandLines(
    [
      ['code', 'create', '--usd', '1', '--code', 'Spring-5'],
      ['code', 'create', '--usd', '1', '--code', 'SPRING5'],
      ['code', 'list'],
    ].map((args) => ({ args, settings })),
  );
  assert.match(chosen?.output ?? '', /^Code {2}SPRING-5$/m);
  assert.deepEqual([refused?.code, /choose another one/.test(refused?.output ?? '')], [1, true]);
  assert.match(list?.output ?? '', /2\.50 USD, valid for 30 days; redeemed 1 of 2; expires 2990-12-31/);
  const [ended, unknown, granted] = await runCommandLines(
    [
      ['code', 'end', 'spring 5'],
      ['code', 'end', 'summer-5'],
      [
        'account',
        'grant-balance',
        '--email',
        'ann@example.com',
        '--usd',
        '3',
        '--expires',
        '2990-01-01',
        '--reason',
        'late',
      ],
    ].map((args) => ({ args, settings })),
  );
  assert.match(ended?.output ?? '', /SPRING-5 has ended/);
  assert.deepEqual([unknown?.code, /"kinora code list"/.test(unknown?.output ?? '')], [1, true]);
  assert.match(
    granted?.output ?? '',
    /Granted 3\.00 USD\. It is spent first, and expires 2990-01-01T23:59:59/,
  );
  const { balance } = (await ann.get('/billing')).body;
  assert.deepEqual(
    balance.purchases.map(({ source, amount_cents: cents }: { source: string; amount_cents: number }) => [
      source,
      cents,
    ]),
    [
      ['grant', 300],
      ['code', 250],
    ],
  );
  const log = (await run('security-log', '--json')).output;
  const commands = [...log.matchAll(/"(code \w+|account grant-balance)"/g)].map(([, command]) => command);
  assert.deepEqual(commands.sort(), ['account grant-balance', 'code create', 'code create', 'code end']);
  assert.deepEqual(await violations(service.database), []);
});

const misuses: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [['code'], /the actions are "code create"/],
  [['code', 'end'], /the actions are/],
  [['code', 'create'], /--usd needs an amount/],
  [['code', 'create', '--usd', '0'], /--usd needs an amount/],
  [['code', 'create', '--usd', '1e3'], /--usd must be dollars/],
  [['code', 'create', '--usd', '5', '--uses', '0'], /--uses must be a whole number from 1/],
  [['code', 'create', '--usd', '5', '--grant-days', '1.5'], /--grant-days must be/],
  [['code', 'create', '--usd', '5', '--expires', '2990-02-30'], /--expires must be a day such as/],
  [['code', 'create', '--usd', '5', '--expires', 'tomorrow'], /--expires must be a day such as/],
  [['code', 'create', '--usd', '5', '--expires', '2020-01-01'], /--expires is in the past/],
  [['code', 'create', '--usd', '5', '--code', 'ab-1'], /--code must be 6 to 40/],
  [['code', 'create', '--usd', '5', '--code', 'spring--5'], /--code must be 6 to 40/],
  [['code', 'create', '--usd', '5', '--code', 'frühling'], /--code must be 6 to 40/],
  [['account', 'grant-balance', '--email', 'a@b.c', '--usd', '5'], /--reason needs/],
  [['account', 'grant-balance', '--email', 'a@b.c', '--reason', 'late'], /--usd needs an amount/],
];
test('what cannot be a code or a grant is refused with the remedy and status 2', async () => {
  verifies('DEC-CODE-01');
  const answers = await runCommandLines(misuses.map(([args]) => ({ args: [...args], settings })));
  for (const [at, [args, message]] of misuses.entries()) {
    assert.equal(answers[at]?.code, 2, args.join(' '));
    assert.match(answers[at]?.output ?? '', message);
  }
});
