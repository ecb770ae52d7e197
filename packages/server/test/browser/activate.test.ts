import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, shows } from '../support/browser.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type Answer, send, startTestApp, TEST_USER_AGENT, type TestApp } from '../support/test-app.ts';

const PASSWORD = 'correct horse battery';
const clock = manualClock('2026-03-01T12:00:00Z');
let service: TestApp;
let browser: Browser;
before(async () => {
  service = await startTestApp({ clock });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service.stop();
});

interface Terminal {
  readonly link: string;
  poll(): Promise<Answer>;
}

async function startTerminal(body: object = {}): Promise<Terminal> {
  const headers = { 'user-agent': TEST_USER_AGENT, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const started = await send(`${service.url}/api/v1/pay/start`, init);
  assert.equal(started.status, 200, started.text);
  return {
    link: started.body.verification_uri_complete,
    poll: () => send(started.body.claim_url, { headers }),
  };
}

const consoleErrors: string[] = [];

async function newPage(): Promise<Page> {
  // The pages need no JavaScript.
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  page.on('console', (message) => {
    // An unknown code gets a page with status 404, which the browser logs, as it does what it forgets after a sign-out.
    if (!/status of 404|Clear-Site-Data/.test(message.text())) consoleErrors.push(message.text());
  });
  return page;
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('I am 18').check();
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function textOf(page: Page): Promise<string> {
  return (await page.textContent('main')) ?? '';
}

async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('link', { name: '4242 4242 4242 4242' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
}

test('from a terminal without a key to a first image: sign up, pay, approve, poll', async () => {
  verifies('V1-AUTH-06', 'V1-AUTH-08', 'DEC-CLAIM-04', 'DEC-CLAIM-07', 'DEC-CLAIM-08', 'DEC-CLAIM-11');
  verifies('DEC-CLAIM-12');
  const terminal = await startTerminal({ amount_usd: 25, client_name: '<b>my-app</b> 1.0' });
  assert.equal((await terminal.poll()).body.status, 'pending');
  const page = await newPage();
  await page.goto(terminal.link);
  await signUp(page, 'ann@example.com');
  await shows(page, /A terminal requests an API key/);
  const text = await textOf(page);
  assert.match(
    text,
    /<b>my-app<\/b> 1\.0/,
    'the name that the client sends is shown as text, never as markup',
  );
  assert.match(text, /127\.0\.0\.1/);
  assert.match(text, /2026-03-01 12:00 UTC/);
  assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0);
  assert.ok(await page.getByLabel('25 USD').isChecked());
  await pay(page);
  await shows(page, /25\.00 USD/);
  await page.getByRole('button', { name: 'Approve' }).click();
  await shows(page, /Your terminal will receive its key/);

  const { body } = await terminal.poll();
  assert.deepEqual(Object.keys(body).sort(), ['api_key', 'balance_cents', 'key_prefix', 'status']);
  assert.equal(body.status, 'ready');
  assert.equal(body.balance_cents, 2500);
  assert.ok(body.api_key.startsWith(body.key_prefix));
  assert.equal((await terminal.poll()).body.status, 'claimed');
  const made = await send(`${service.url}/api/v1/images/generate`, {
    method: 'POST',
    headers: {
      'user-agent': TEST_USER_AGENT,
      'content-type': 'application/json',
      'x-api-key': body.api_key,
    },
    body: '{"prompt":"a pear"}',
  });
  assert.equal(made.status, 200, made.text);
  await page.context().close();
});

test('the page warns that approving replaces an existing key, which happens when the terminal polls', async () => {
  verifies('DEC-CLAIM-13', 'V1-AUTH-10');
  const page = await newPage();
  const first = await startTerminal();
  await page.goto(first.link);
  await signUp(page, 'bo@example.com');
  await pay(page);
  await shows(page, /A terminal requests an API key/);
  assert.doesNotMatch(await textOf(page), /replaces/);
  await page.getByRole('button', { name: 'Approve' }).click();
  const { body: old } = await first.poll();

  const second = await startTerminal();
  await page.goto(second.link);
  await shows(page, new RegExp(`${old.key_prefix}.*\\n?.*replaces it`));
  await page.getByRole('button', { name: 'Approve' }).click();
  const usage = (key: string) =>
    send(`${service.url}/v1/usage`, { headers: { 'user-agent': TEST_USER_AGENT, 'x-api-key': key } });
  assert.equal((await usage(old.api_key)).status, 200, 'nothing is replaced before it is fetched');
  const { body: fresh } = await second.poll();
  assert.equal((await usage(old.api_key)).status, 401);
  assert.equal((await usage(fresh.api_key)).status, 200);
  await page.context().close();
});

test('a denied claim delivers no key, and its code is no longer valid', async () => {
  verifies('DEC-CLAIM-08', 'DEC-CLAIM-12');
  const terminal = await startTerminal({ client_name: 'stranger' });
  const page = await newPage();
  await page.goto(terminal.link);
  await signUp(page, 'cy@example.com');
  await page.getByRole('button', { name: 'Deny' }).click();
  await shows(page, /No key was issued/);
  assert.equal((await terminal.poll()).body.status, 'denied');
  await page.goto(terminal.link);
  await shows(page, /No open request has this code/);
  await page.context().close();
});

test('a code is accepted in any usual spelling; a wrong one is refused with the remedy', async () => {
  const { link } = await startTerminal();
  const letters = new URL(link).searchParams.get('user_code') ?? '';
  const page = await newPage();
  await page.goto(`${service.url}/activate`);
  await signUp(page, 'dee@example.com');
  await page.getByLabel('Code').fill('AEIOU');
  await page.getByRole('button', { name: 'Continue' }).click();
  await shows(page, /eight letters/);
  await page.getByLabel('Code').fill(` ${letters.slice(0, 4).toLowerCase()}-${letters.slice(4)} `);
  await page.getByRole('button', { name: 'Continue' }).click();
  await shows(page, /A terminal requests an API key/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto(link);
  await shows(page, /Sign in/);
  await page.context().close();
});

test('a key is created and replaced in the account settings, and shown only once', async () => {
  verifies('V1-AUTH-07', 'V1-AUTH-09', 'V1-AUTH-10');
  const page = await newPage();
  await page.goto(`${service.url}/account/key`);
  await signUp(page, 'gil@example.com');
  const make = async (button: string) => {
    await page.getByRole('button', { name: button }).click();
    return (await page.locator('code.key').textContent()) ?? '';
  };
  const usage = (key: string) =>
    send(`${service.url}/v1/usage`, { headers: { 'user-agent': TEST_USER_AGENT, 'x-api-key': key } });
  const first = await make('Create a key');
  assert.equal((await usage(first)).status, 200);
  await page.getByRole('link', { name: 'Done' }).click();
  const text = await page.innerHTML('main');
  assert.ok(text.includes(first.slice(0, 11)) && !text.includes(first));
  const second = await make('Replace the key');
  assert.equal((await usage(first)).status, 401);
  assert.equal((await usage(second)).status, 200);
  await page.context().close();
});

test('the browser logged no errors', () => {
  assert.deepEqual(consoleErrors, []);
});

test('the pages fit a phone and a desktop, in light and dark', async () => {
  const { link } = await startTerminal({ plan: 'max', interval: 'year', client_name: 'x'.repeat(80) });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 1280]) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
      const page = await context.newPage();
      for (const url of [link, `${service.url}/signin?mode=up`, `${service.url}/signin/password`]) {
        await page.goto(url);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok((overflow as number) <= 0, `${url} at ${width} is ${overflow} px too wide`);
      }
      await page.goto(link);
      await signUp(page, `${colorScheme}${width}@example.com`);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok((overflow as number) <= 0, `the claim at ${width} is ${overflow} px too wide`);
      await context.close();
    }
  }
});
