import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createKinoraClient } from '@kinora/client';
import { productVersion } from '@kinora/program/product-version';
import { verifies } from '@kinora/testing/requirements';
import { loadSecrets } from '../../src/secrets/secrets-file.ts';
import { runCommandLines } from '../support/run-command-lines.ts';
import { kinora, startKinora, startService } from '../support/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let scene: TestDatabase;
let settings: Record<string, string>;
before(async () => {
  scene = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kinora-cli-'));
  await loadSecrets(dataDir);
  settings = { DATABASE_URL: scene.connectionString, KINORA_DATA_DIR: dataDir, KINORA_PORT: '0' };
});
after(async () => {
  await scene.close();
  await rm(settings.KINORA_DATA_DIR ?? '', { recursive: true, force: true });
});

const names = [
  'serve',
  'worker',
  'worker-token',
  'demo',
  'migrate',
  'doctor',
  'audit',
  'watermark',
  'account',
  'code',
  'reports',
  'mail',
  'security-log',
  'login',
  'image',
  'video',
  'quote',
  'jobs',
  'status',
  'delete',
  'usage',
  'logout',
  'completion',
];

test('the overview names every command, and each has a help text', async () => {
  const overview = await kinora([], settings);
  assert.equal(overview.code, 0);
  const helps = await runCommandLines(names.map((name) => ({ args: [name, '--help'], settings })));
  for (const [at, name] of names.entries()) {
    assert.match(overview.output, new RegExp(`^  ${name} +\\S`, 'm'));
    const help = helps[at];
    assert.equal(help?.code, 0);
    assert.match(help.output, new RegExp(`^Usage: kinora ${name}`));
    const tooLong = help.output.split('\n').filter((line) => line.length > 120);
    assert.deepEqual(tooLong, [], 'a help text is 120 characters wide at most');
  }
});

test('the version is printed', async () => {
  for (const option of ['--version', '-v']) {
    const { code, output } = await kinora([option], settings);
    assert.equal(code, 0);
    assert.equal(output, `kinora ${productVersion()}`);
  }
});

const misuses: readonly [args: readonly string[], message: RegExp][] = [
  [['sevre'], /unknown command "sevre"/],
  [['serve', '--prot', '1'], /--prot/],
  [['account', 'make'], /account create/],
  [['account', 'rotate-key'], /--email needs an address/],
  [['account', 'create'], /--email needs an address/],
  [['account', 'create', '--email', 'x'], /--email needs an address/],
  [['account', 'create', '--email', 'a@b.c', '--balance-usd', '-1'], /--balance-usd/],
  [['account', 'create', '--email', 'a@b.c', '--balance-usd', '1.005'], /must be dollars/],
  [['account', 'create', '--email', 'a@b.c', '--billing', 'manual'], /--billing needs a plan/],
  [['account', 'create', '--email', 'a@b.c', '--store', 'app'], /--store needs a plan/],
  [['account', 'create', '--email', 'a@b.c', '--plan', 'max', '--billing', 'card'], /none or manual/],
  [['account', 'create', '--email', 'a@b.c', '--plan', 'max', '--store', 'web'], /--store must be app/],
  [
    ['account', 'create', '--email', 'a@b.c', '--plan', 'max', '--store', 'app', '--billing', 'none'],
    /exclude each other/,
  ],
  [['watermark'], /watermark verify FILE/],
  [['watermark', 'verify'], /watermark verify FILE/],
  [['watermark', 'verify', 'a.png', 'b.png'], /watermark verify FILE/],
  [['worker'], /KINORA_WORKER_TOKEN/],
  [['worker', '--pools', 'audio'], /KINORA_WORKER_TOKEN|--pools must be one or more of image,video/],
  [['demo', '--seed', '-1'], /--seed/],
  [['audit', '--json'], /Unknown option '--json'/],
  [['doctor', 'now'], /unexpected argument "now"/],
  [['migrate', '--dry-run'], /Unknown option '--dry-run'/],
];
test('misuses are refused with the remedy and status 2', async () => {
  const answers = await runCommandLines(misuses.map(([args]) => ({ args, settings })));
  for (const [at, [args, message]] of misuses.entries()) {
    assert.equal(answers[at]?.code, 2, `kinora ${args.join(' ')}`);
    assert.match(answers[at].output, message);
  }
});

for (const args of [[], ['audit'], ['security-log', '--help'], ['mail', 'preview'], ['doctor']]) {
  test(`"kinora ${args.join(' ')}" ends quietly when its reader has enough`, async () => {
    const run = startKinora(args, settings);
    run.child.stdout?.destroy();
    assert.equal(await run.ended(), 0);
    assert.equal(run.output(), '');
  });
}

const badSettings: readonly [name: string, value: string][] = [
  ['KINORA_PORT', 'http'],
  ['KINORA_PUBLIC_URL', 'media.example.com'],
  ['KINORA_WORKER_TOKEN', 'short'],
  ['KINORA_ENGINE', 'comfy'],
  ['KINORA_STORAGE_URL', 'gs://bucket'],
  ['KINORA_CHECK_USER_AGENT', 'maybe'],
  ['KINORA_LOG_LEVEL', 'loud'],
  ['KINORA_TRUSTED_PROXIES', '10.0.0.0/40'],
  ['KINORA_TRUSTED_PROXIES', 'nginx'],
  ['KINORA_ALLOWED_ORIGINS', '*'],
  ['KINORA_PURGE_URL', 'cdn.example.com'],
  ['SMTP_URL', 'mail.example.com'],
  ['KINORA_TEST_CLOCK', 'yes'],
  ['KINORA_WEBHOOKS_PRIVATE', 'yes'],
  ['KINORA_MAX_CONNECTIONS_PER_ADDRESS', '0'],
  ['KINORA_STOP_GRACE_SECONDS', 'soon'],
  ['KINORA_PROXY_TIMEOUT_SECONDS', 'long'],
  ['KINORA_PROCESSES', '0'],
  ['DATABASE_URL', 'mysql://kinora@127.0.0.1/kinora'],
  ['DATABASE_URL', 'postgresql://kinora:a#b@127.0.0.1/kinora'],
  ['KINORA_WORKER_SLOTS', '65'],
];
test('a wrong setting is named, and refused before anything starts', async () => {
  verifies('DEC-SETTING-01', 'DEC-SETTING-09');
  const answers = await runCommandLines(
    badSettings.map(([name, value]) => ({ args: ['serve'], settings: { ...settings, [name]: value } })),
  );
  for (const [at, [name, value]] of badSettings.entries()) {
    assert.equal(answers[at]?.code, 2, `${name}=${value}`);
    assert.match(answers[at].output, new RegExp(name));
    assert.doesNotMatch(answers[at].output, /a#b/);
  }
  const [name, value] = badSettings[0] ?? [''];
  const { code, output } = await kinora(['serve'], { ...settings, [name]: value ?? '' });
  assert.deepEqual([code, output], [answers[0]?.code, answers[0]?.output]);
});

test('account create creates an account once, with its balance, and prints it as JSON', async () => {
  verifies('DEC-COMMAND-08', 'DEC-COMMAND-09', 'DEC-COMMAND-11', 'DEC-COMMAND-12', 'DEC-SETTING-06');
  const args = [
    'account',
    'create',
    '--email',
    'Ann@example.com',
    '--balance-usd',
    '2.50',
    '--operator',
    '--json',
  ];
  const created = await kinora(args, settings);
  assert.equal(created.code, 0);
  const account = JSON.parse(created.output) as Record<string, string>;
  assert.deepEqual(Object.keys(account).sort(), ['access_token', 'account_id', 'api_key', 'password_url']);
  assert.match(account.password_url ?? '', /\/signin\/password\?token=[\w-]+&next=%2Foperator$/);
  const [row] = await scene.database.query<{ cents: number; operator: boolean }>(
    `select prepaid_cents as cents, operator from funding_accounts join accounts on accounts.id = account_id
     where account_id = $1`,
    [account.account_id],
  );
  assert.deepEqual(row, { cents: 250, operator: true });
  const again = await kinora(['account', 'create', '--email', 'ann@EXAMPLE.com'], settings);
  assert.equal(again.code, 1);
  assert.match(again.output, /an account for ann@EXAMPLE.com already exists/);
});

test('account rotate-key creates a new key and revokes the old one', async () => {
  verifies('V1-AUTH-10');
  const args = ['account', 'create', '--email', 'cy@example.com', '--json'];
  const created = JSON.parse((await kinora(args, settings)).output) as Record<string, string>;
  const rotate = ['account', 'rotate-key', '--email', 'CY@example.com', '--json'];
  const rotated = JSON.parse((await kinora(rotate, settings)).output) as Record<string, string>;
  assert.deepEqual(Object.keys(rotated).sort(), ['account_id', 'api_key']);
  assert.equal(rotated.account_id, created.account_id);
  assert.notEqual(rotated.api_key, created.api_key);
  const unknown = await kinora(['account', 'rotate-key', '--email', 'nobody@example.com'], settings);
  assert.equal(unknown.code, 1);
  assert.match(unknown.output, /there is no account for nobody@example.com/);
});

test('the plan, limits and review of an account are changed by its email address', async () => {
  verifies('DEC-COMMAND-10');
  const { database } = scene;
  const email = 'max@example.com';
  const create = await kinora(['account', 'create', '--email', email, '--plan', 'max', '--json'], settings);
  assert.equal(create.code, 0, create.output);
  const { account_id: id } = JSON.parse(create.output) as { account_id: string };
  const limits = [
    'account',
    'limits',
    '--email',
    'MAX@example.com',
    '--jobs-at-once',
    '9',
    '--videos-per-day',
    '70',
  ];
  assert.equal((await kinora(limits, settings)).code, 0);
  await database.query('update accounts set under_review_since = now() where id = $1', [id]);
  assert.equal((await kinora(['account', 'reviewed', '--email', email], settings)).code, 0);
  const [row] = await database.query(
    `select plan, jobs_at_once as jobs, videos_per_day as videos, calls_per_minute as calls, under_review_since as review
     from funding_terms join account_limits using (account_id) join accounts on id = account_id where id = $1`,
    [id],
  );
  assert.deepEqual(row, { plan: 'max', jobs: 9, videos: 70, calls: null, review: null });
  for (const wrong of [['--plan', 'gold'], ['--jobs-at-once', '0'], []]) {
    const action = wrong[0] === '--plan' ? 'create' : 'limits';
    assert.equal((await kinora(['account', action, '--email', email, ...wrong], settings)).code, 2);
  }
  assert.equal((await kinora(['account', 'reviewed', '--email', 'nobody@example.com'], settings)).code, 1);
});

test('a granted plan has its billing, or comes from an app store', async () => {
  verifies('DEC-PLAN-06', 'DEC-PLAN-09');
  const granted: string[] = [];
  for (const [at, options] of [[], ['--billing', 'manual'], ['--store', 'app']].entries()) {
    const email = `granted${at}@example.com`;
    const create = await kinora(
      ['account', 'create', '--email', email, '--plan', 'pro', ...options],
      settings,
    );
    assert.equal(create.code, 0, create.output);
    const [row] = await scene.database.query<{ terms: string }>(
      `select format('%s %s %s %s', plan, plan_source, plan_billing, first_paid_at is not null) as terms
       from funding_terms join funding_accounts using (account_id) join accounts on id = account_id
       where email = $1`,
      [email],
    );
    granted.push(row?.terms ?? '');
  }
  assert.deepEqual(granted, ['pro operator none f', 'pro operator manual t', 'pro app_store  f']);
});

test('account invoices lists what the operator collects', async () => {
  verifies('DEC-PLAN-05');
  const email = 'invoiced@example.com';
  const create = ['account', 'create', '--email', email, '--plan', 'pro', '--billing', 'manual', '--json'];
  const { account_id: id } = JSON.parse((await kinora(create, settings)).output) as { account_id: string };
  const list = () => kinora(['account', 'invoices', '--email', email], settings);
  assert.equal((await list()).output, 'No invoices.');
  const invoice = `insert into invoices (id, account_id, month, amount_cents, collection, created_at)
    values ($1, $1, '2031-01-01', 300, 'manual', now())`;
  await scene.database.query(invoice, [id]);
  assert.equal((await list()).output, '2031-01  3.00 USD  open  collected by you');
  await scene.database.query('delete from invoices where account_id = $1', [id]);
});

test('migrate reports what it applied', async () => {
  verifies('DEC-COMMAND-04');
  const { code, output } = await kinora(['migrate'], settings);
  assert.equal(code, 0);
  assert.match(output, /up to date/);
});

test('doctor checks every part, and names the one that is missing', async () => {
  verifies('DEC-COMMAND-05', 'DEC-EXPOSURE-01');
  const well = await kinora(['doctor'], settings);
  assert.equal(well.code, 0);
  assert.match(
    well.output,
    /PostgreSQL 18.*DATABASE_URL.*\n.*every invariant holds.*\n.*procedural.*rendered an image/,
  );
  assert.match(well.output, /exposure +this machine only/);
  assert.match(well.output, /video results +a sample of each can be decoded/);
  const exposed = {
    KINORA_PUBLIC_URL: 'https://media.example.com',
    DATABASE_URL: 'postgresql://127.0.0.1:1/none',
    KINORA_ALLOWED_ORIGINS: 'http://app.example.com',
    KINORA_ENGINE: 'comfyui',
    KINORA_WORKER_SLOTS: '2',
  };
  const unhealthy = await kinora(['doctor'], { ...settings, ...exposed });
  assert.match(unhealthy.output, /exposure +WARNING: the payment sandbox is closed/);
  assert.match(
    unhealthy.output,
    /^browsers +PROBLEM: KINORA_ALLOWED_ORIGINS lists http:\/\/app\.example\.com,/m,
  );
  assert.equal(unhealthy.code, 1);
  assert.match(unhealthy.output, /database +PROBLEM: DATABASE_URL: .*cannot be reached .*ECONNREFUSED/);
  assert.match(
    unhealthy.output,
    /^engine +PROBLEM: KINORA_WORKER_SLOTS must be 1: a ComfyUI renders one job/m,
  );
  verifies('DEC-SIGNIN-08');
  const open = await kinora(['doctor'], { ...settings, KINORA_PUBLIC_URL: 'https://media.example.com' });
  assert.match(open.output, /^email +WARNING: .*anybody can sign up with any address.*Set SMTP_URL/m);
  assert.doesNotMatch(well.output, /WARNING: written/);
});

test('audit finds nothing, and exits 1 naming the row when one cent is wrong', async () => {
  verifies('DEC-COMMAND-06', 'DEC-COMMAND-07');
  const clean = await kinora(['audit'], settings);
  assert.equal(clean.code, 0);
  assert.match(clean.output, /All invariants hold/);
  await scene.database.query('update funding_accounts set prepaid_cents = prepaid_cents + 1');
  const drifted = await kinora(['audit'], settings);
  await scene.database.query('update funding_accounts set prepaid_cents = prepaid_cents - 1');
  assert.equal(drifted.code, 1);
  assert.match(
    drifted.output,
    /FAIL.*balance equals the sum of its postings[\s\S]*account \S+ has 251 cents/,
  );
});

test('serve keeps its secrets private, stays the same across restarts, and builds links from the public address', async () => {
  verifies('DEC-SETTING-03', 'DEC-SETTING-07', 'DEC-SETTING-10', 'DEC-COMMAND-01');
  const dataDir = settings.KINORA_DATA_DIR ?? '';
  const created = await kinora(
    ['account', 'create', '--email', 'bo@example.com', '--balance-usd', '1', '--json'],
    settings,
  );
  const { api_key: apiKey } = JSON.parse(created.output) as { api_key: string };
  const service = await startService({ ...settings, KINORA_PUBLIC_URL: 'https://media.example.com/' });
  const client = createKinoraClient({ baseUrl: service.url, apiKey, userAgent: 'kinora-tests/1.0' });
  const job = await client.generateImage({ prompt: 'a pear', width: 256, height: 256 });
  const { result_url: link = '' } = await client.waitFor(job, { pollMs: 50 });
  assert.match(link, /^https:\/\/media\.example\.com\/files\//);
  assert.equal(await service.end('SIGTERM'), 0);
  assert.equal((await stat(path.join(dataDir, 'secrets.json'))).mode & 0o777, 0o600);
  const secrets = await readFile(path.join(dataDir, 'secrets.json'), 'utf8');

  const again = await startService(settings, ['--no-worker']);
  assert.equal(await readFile(path.join(dataDir, 'secrets.json'), 'utf8'), secrets);
  // A link signed before the restart is still valid.
  const file = await fetch(link.replace('https://media.example.com', again.url));
  assert.equal(file.status, 200);
  await file.arrayBuffer();
  assert.equal(await again.end('SIGTERM'), 0);
  for (const secret of secrets.match(/[\w-]{43}/g) ?? []) {
    assert.ok(!`${service.output()}${again.output()}`.includes(secret), 'no secret is printed');
  }
  assert.ok(!`${service.output()}${again.output()}`.includes(apiKey), 'no key is printed');
});

test('the link that account create prints sets the password, once, and the account signs in with it', async () => {
  verifies('DEC-COMMAND-14');
  const command = ['account', 'create', '--email', 'op@example.com', '--operator'];
  const { code, output } = await kinora(command, {
    ...settings,
    KINORA_PUBLIC_URL: 'https://media.example.com',
  });
  assert.equal(code, 0);
  assert.match(output, /^Console +https:\/\/media\.example\.com\/operator$/m);
  const link = new URL(/^Password +(\S+)$/m.exec(output)?.[1] ?? '');
  assert.equal(link.origin + link.pathname, 'https://media.example.com/signin/password');
  const service = await startService(settings, ['--no-worker']);
  const post = (route: string, body: object) =>
    fetch(`${service.url}/api/auth${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: service.url },
      body: JSON.stringify(body),
    });
  const password = 'a-long-enough-password';
  const reset = () =>
    post('/reset-password', { token: link.searchParams.get('token'), newPassword: password });
  assert.equal((await reset()).status, 200);
  assert.equal((await post('/sign-in/email', { email: 'op@example.com', password })).status, 200);
  assert.equal((await reset()).status, 400);
  assert.equal(await service.end('SIGTERM'), 0);
});
