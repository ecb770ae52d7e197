import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { verifies } from '@kinora/testing/requirements';
import { unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { grantBalance } from '../../src/ledger/credit.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { type ConsoleTab, openTab, photograph } from '../support/console-browser.ts';
import { until, within } from '../support/deadline.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const run = promisify(execFile);
/** As `signUp` sets it. */
const PASSWORD = 'correct horse battery';

let service: TestApp;
let browser: Browser;
let worker: ReturnType<typeof startRealWorker>;
let folder: string;
before(async () => {
  service = await startTestApp({ environment: { KINORA_WEBHOOKS_PRIVATE: '1' } });
  worker = startRealWorker(service, createProceduralEngine());
  browser = await launchBrowser();
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-connect-'));
});
after(async () => {
  await browser?.close();
  await worker?.stop();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function fundedTab(): Promise<ConsoleTab> {
  const tab = await openTab(service, browser);
  await service.database.transaction((tx) => grantBalance(tx, tab.accountId, 1000, new Date()));
  return tab;
}

const usageWith = async (key: string) =>
  (await send(`${service.url}/v1/usage`, { headers: { 'x-api-key': key, 'user-agent': TEST_USER_AGENT } }))
    .status;

const order = (key: string) =>
  send(`${service.url}/v1/images/generate`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a pear', width: 256, height: 256 }),
  });

/** Reads the key of the dialog that shows it once, and closes the dialog. */
async function takeKey(page: Page): Promise<string> {
  const key = (await page.getByLabel('Your new key', { exact: true }).textContent()) ?? '';
  assert.match(key, /^kn_\w{49}$/);
  await page.getByRole('button', { name: 'I have it' }).click();
  await page.getByLabel('Your new key', { exact: true }).waitFor({ state: 'detached' });
  return key;
}

test('a key is created by keyboard, capped, rotated with an overlap, and revoked', async () => {
  verifies('DEC-KEYS-01', 'DEC-KEYS-05', 'DEC-KEYS-06', 'DEC-KEYS-08');
  const tab = await fundedTab();
  const { page } = tab;
  await tab.open('/account/keys');
  await shows(page, /You have no key yet/);
  await page.getByRole('button', { name: 'Create a key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.getByLabel('Name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Build server in the basement');
  for (let field = 0; field < 3; field++) await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  for (let field = 0; field < 2; field++) await page.keyboard.press('Tab');
  await page.keyboard.type('0.10');
  await photograph(page, 'keys-create');
  await page.keyboard.press('Enter');
  await page.getByLabel('Your new key', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  assert.ok(
    await page.getByLabel('Your new key', { exact: true }).isVisible(),
    'a key is not lost by Escape',
  );
  await photograph(page, 'keys-shown-once');
  const first = await takeKey(page);
  await shows(page, /Generate, read/);
  await shows(page, /0\.00 USD of 0\.10 USD this month/);
  assert.doesNotMatch((await page.textContent('body')) ?? '', new RegExp(first.slice(12)));
  assert.equal((await order(first)).status, 200);

  await page.getByRole('button', { name: 'Rotate Build server' }).click();
  await page.getByLabel('Works for another 24 hours').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await shows(page, /The previous key works until/, '[role=dialog]');
  const second = await takeKey(page);
  assert.deepEqual([await usageWith(first), await usageWith(second)], [200, 200]);
  await shows(page, /0\.05 USD of 0\.10 USD this month/);
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill('Laptop');
  await page.getByRole('combobox', { name: 'Expires' }).click();
  await page.getByRole('option', { name: 'In 90 days' }).click();
  await service.database.query(
    `update auth_sessions set created_at = created_at - interval '2 hours' where user_id = $1`,
    [tab.accountId],
  );
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await takeKey(page);
  await photograph(page, 'keys');

  await page.getByRole('button', { name: /^End now: the previous key of Build server/ }).click();
  await page.getByRole('button', { name: 'End it' }).click();
  await shows(page, /^(?!.*previous key)/s);
  assert.deepEqual([await usageWith(first), await usageWith(second)], [401, 200]);

  await page.getByRole('button', { name: 'Change Build server' }).click();
  await page.getByLabel('Name').fill('Build server');
  await page.getByLabel('Monthly cap in USD').fill('100000.01');
  await page.getByRole('button', { name: 'Save' }).click();
  await shows(page, /must be from 0\.01 to 100,000 USD/, '[role=dialog]');
  await page.getByLabel('Monthly cap in USD').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Build server', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Revoke Build server' }).click();
  await photograph(page, 'keys-revoke');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('heading', { name: 'Build server', exact: true }).waitFor({ state: 'detached' });
  assert.equal(await usageWith(second), 401);
  tab.assertQuiet();
  await tab.close();
});

test('an address for events is set, its secret shown once, and a delivery is sent again', async () => {
  verifies('DEC-WEBHOOK-20', 'DEC-WEBHOOK-21');
  const receiver = await startWebhookReceiver();
  const tab = await fundedTab();
  const { page } = tab;
  await tab.open('/account/webhooks');
  await shows(page, /Nothing was sent/);
  await page.getByLabel('Address of your receiver').fill('ftp://example.com/hook');
  await page.getByRole('button', { name: 'Save' }).click();
  await shows(page, /The address must be a complete URL/);
  await page.getByLabel('Address of your receiver').fill(`${receiver.url}/a-rather-long/path/of-a-receiver`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('The secret', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'I have it' }).click();

  receiver.answer(500, 200);
  const { body } = await send(`${service.url}/api/console/keys`, {
    method: 'POST',
    headers: {
      cookie: (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; '),
      origin: service.url,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'orders' }),
  });
  await order(body.secret);
  await receiver.event(0);
  await order(body.secret);
  await receiver.event(1);
  await tab.open('/account/webhooks');
  await shows(page, /Your receiver returned 500/);
  await shows(page, /Your receiver returned 200/);
  await photograph(page, 'webhooks');
  await page.getByText('Delivered', { exact: true }).first().click();
  await page
    .getByRole('button', { name: /^Send again: job.completed/ })
    .first()
    .click();
  await page.getByText(/^job\.completed is being sent to 127\.0\.0\.1:\d+ again\.$/).waitFor();
  // The later one, as the list begins with it; the other one is repeated by itself.
  const [{ id } = { id: '' }] = receiver.received.slice(1);
  await until(() => receiver.received.filter((event) => event.id === id).length === 2);
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('button', { name: 'I have it' }).click();
  await shows(page, /Earlier secrets sign too/);
  tab.assertQuiet();
  await tab.close();
  await receiver.stop();
});

test('the quick start runs as it is shown, and so does the configuration of an MCP host', async () => {
  verifies('DEC-CONNECT-01', 'DEC-CONNECT-02');
  const tab = await fundedTab();
  const { page } = tab;
  await tab.open('/account/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill('Quick start');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const key = await takeKey(page);
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Connect' }).click();
  await shows(page, new RegExp(`${service.url}/api`));

  const programs = { 'image.sh': 'sh', 'image.ts': process.execPath };
  for (const [tabName, file] of [
    ['curl', 'image.sh'],
    ['TypeScript', 'image.ts'],
  ] as const) {
    await page.getByRole('tab', { name: tabName }).click();
    const code = (await page.getByRole('region', { name: file }).textContent()) ?? '';
    assert.match(code, new RegExp(service.url));
    const program = programs[file];
    const cwd = path.join(folder, tabName);
    await mkdir(cwd);
    await writeFile(path.join(cwd, file), code);
    const client = page.getByRole('region', { name: 'Once, for the client' });
    if ((await client.count()) > 0) await run('sh', ['-c', (await client.textContent()) ?? ''], { cwd });
    const start = () => run(program, [file], { cwd, env: { ...process.env, KINORA_KEY: key } });
    // On a machine that is busy beyond measure, a call may be answered with 503; a person would start it again.
    const { stdout } = await start().catch((error) => {
      assert.match(String(error.stderr), /503|cannot be read right now/);
      return start();
    });
    assert.match(stdout, /image\.png is ready/);
    const { format, width } = await sharp(await readFile(path.join(cwd, 'image.png'))).metadata();
    assert.deepEqual([format, width], ['png', 1024]);
  }

  // python-client.test.ts runs it, in an environment of its own.
  await page.getByRole('tab', { name: 'Python' }).click();
  const sample = (await page.getByRole('region', { name: 'image.py' }).textContent()) ?? '';
  assert.ok(sample.includes(`Kinora(base_url="${service.url}/api")`), sample);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /service-mcp/ }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'service-mcp-2.1.3.mcpb');
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(await download.path())))) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  await page.getByLabel('Where you unpacked it').fill(folder);
  for (const [host, at] of [
    ['Claude Desktop', 'mcpServers'],
    ['VS Code', 'servers'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Host' }).click();
    await page.getByRole('option', { name: host }).click();
    const code = (await page.locator('section[aria-labelledby=mcp] pre').textContent()) ?? '';
    const { command, args } = JSON.parse(code)[at].kinora;
    assert.match(
      await firstTools(command === 'node' ? process.execPath : command, args),
      /service_generate_image/,
    );
  }
  await photograph(page, 'connect');
  tab.assertQuiet();
  await tab.close();
});

/** Starts an adapter as a host does, and returns its list of tools. */
async function firstTools(command: string, args: readonly string[]): Promise<string> {
  const adapter = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface(adapter.stdout);
  const ask = async (message: object) => {
    adapter.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const [line] = await within(() => 'an answer of the adapter', once(lines, 'line'));
    return String(line);
  };
  const clientInfo = { name: 'a-test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  await ask({ id: 1, method: 'initialize', params });
  adapter.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  const tools = await ask({ id: 2, method: 'tools/list' });
  adapter.kill();
  await once(adapter, 'exit');
  return tools;
}

test('a button that is pressed twice before it is disabled creates one key', async () => {
  const tab = await openTab(service, browser);
  const { page } = tab;
  await tab.open('/account/keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('laptop');
  const pressTwice = new Function('button', 'button.click(); button.click()') as () => void;
  await dialog.getByRole('button', { name: 'Create', exact: true }).evaluate(pressTwice);
  await page.getByText('shown only this once').waitFor();
  await page.getByRole('button', { name: 'I have it' }).click();
  await shows(page, /1 of 25 keys/);
  const keys = await service.database.query('select from api_keys where account_id = $1', [tab.accountId]);
  assert.equal(keys.length, 1);
  await tab.close();
});
