import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { paddedPng, redAndBlue } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { type ConsoleTab, openTab } from '../support/console-browser.ts';
import { until } from '../support/deadline.ts';
import { freePort } from '../support/free-port.ts';
import { subscribe } from '../support/job-api.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** The studio with a bad network, a server that restarts, a session that ends and impatient people. */

let line: TcpProxy;
/** The service at the address of `line`, which is that of browsers; the worker has its own way. */
let service: TestApp;
let browser: Browser;
before(async () => {
  const port = await freePort();
  line = await startTcpProxy(`http://127.0.0.1:${port}`);
  const url = line.connectionString;
  const started = await startTestApp({
    environment: { KINORA_PORT: String(port), KINORA_PUBLIC_URL: url },
  });
  service = { ...started, url };
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service.stop();
  await line.close();
});

async function openStudio(plan?: 'pro' | 'max'): Promise<ConsoleTab> {
  const tab = await openTab(service, browser);
  if (plan !== undefined) await subscribe(service, tab.accountId, plan);
  await tab.open('/studio');
  return tab;
}

const generateButton = (page: Page) => page.getByRole('button', { name: 'Generate' });

async function generate(page: Page, prompt: string): Promise<void> {
  await page.getByLabel('Prompt').fill(prompt);
  await generateButton(page).click();
}

const tile = (page: Page, state: string, prompt: string) =>
  page.getByRole('button', { name: new RegExp(`^Image, ${state}: ${prompt}(?!\\d)`) });

const promptsOf = async ({ accountId }: ConsoleTab): Promise<string[]> =>
  (
    await service.database.query<{ prompt: string }>(
      'select prompt from jobs where account_id = $1 order by created_at',
      [accountId],
    )
  ).map(({ prompt }) => prompt);

/** Tabs of a headless browser are always visible. */
const lookAgain = (page: Page) =>
  page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);

/** Delivers the next job; without one, the test fails. */
const deliverNext = async () => void (await deliver(service.worker, await takeLease(service.worker)));

test('a button or key that is pressed twice orders once', async () => {
  verifies('DEC-STUDIO-11');
  const tab = await openStudio('pro');
  const { page } = tab;
  await page.clock.install();
  await page.reload();
  await shows(page, /1024 × 1024.*left/);
  await page.getByLabel('Prompt').fill('a twice');
  await generateButton(page).dblclick();
  await deliverNext();
  await tile(page, 'ready', 'a twice').waitFor();
  await page.getByLabel('Prompt').fill('b twice');
  await page.getByLabel('Prompt').press('Control+Enter');
  await page.getByLabel('Prompt').press('Control+Enter');
  await deliverNext();
  await tile(page, 'ready', 'b twice').waitFor();
  await page.getByLabel('Prompt').fill('c twice');
  await generateButton(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await deliverNext();
  await tile(page, 'ready', 'c twice').waitFor();
  assert.deepEqual(await promptsOf(tab), ['a twice', 'b twice', 'c twice']);
  // Meant, not a slip: another one of the same.
  await page.clock.runFor(1000);
  await generateButton(page).click();
  await deliverNext();
  await until(async () => (await tile(page, 'ready', 'c twice').count()) === 2);
  tab.assertQuiet();
  await tab.close();
});

test('on a slow network that is lost and returns, each order is sent once and its result is shown', async () => {
  verifies('DEC-STUDIO-11');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await subscribe(service, tab.accountId, 'pro');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const network = (offline: boolean) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 400,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    });
  await network(false);
  await tab.open('/studio');
  await generate(page, 'a slow snail');
  await tile(page, 'waiting', 'a slow snail').waitFor();
  await network(true);
  await deliverNext();
  await generate(page, 'an order without a network');
  await shows(page, /The service cannot be reached/);
  await network(false);
  await tile(page, 'ready', 'a slow snail').waitFor();
  await deliverNext();
  await tile(page, 'ready', 'an order without a network').waitFor();
  assert.deepEqual(await promptsOf(tab), ['a slow snail', 'an order without a network']);
  await tab.close();
});

test('a server that restarts, or a connection that dies silently, delays a result and loses none', async () => {
  verifies('DEC-STUDIO-11');
  const tab = await openStudio();
  const { page } = tab;
  await page.clock.install();
  await page.reload();
  await generate(page, 'a phoenix');
  await tile(page, 'waiting', 'a phoenix').waitFor();
  line.cut();
  await deliverNext();
  await page.clock.runFor(3000);
  line.restore();
  await until(async () => {
    await page.clock.runFor(1000);
    return (await tile(page, 'ready', 'a phoenix').count()) === 1;
  });
  await generate(page, 'a heron');
  await tile(page, 'waiting', 'a heron').waitFor();
  line.hang();
  await deliverNext();
  await until(async () => {
    await page.clock.runFor(5000);
    return (await tile(page, 'ready', 'a heron').count()) === 1;
  });
  await tab.close();
});

test('the studio opens although the service is away for a moment', async () => {
  verifies('DEC-STUDIO-11');
  const tab = await openTab(service, browser);
  const { page } = tab;
  let failures = 0;
  await page.route('**/api/console/studio', async (route) => {
    failures += 1;
    await (failures === 1 ? route.abort() : route.continue());
  });
  await tab.open('/studio');
  await shows(page, /Make the first one/);
  await tab.close();
});

test('a response that breaks off is no response: the order is sent again with its key', async () => {
  verifies('DEC-STUDIO-11');
  const tab = await openStudio();
  const { page } = tab;
  let sent = 0;
  await page.route('**/api/console/studio/orders', async (route) => {
    if (route.request().method() === 'POST') sent += 1;
    if (sent !== 1 || route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).slice(0, 10) });
  });
  await generate(page, 'a broken bridge');
  await shows(page, /sent again in \d+ s/);
  await page.getByRole('button', { name: 'Send now' }).click();
  await tile(page, 'waiting', 'a broken bridge').waitFor();
  await until(async () => (await page.getByText(/sent again/).count()) === 0);
  await deliverNext();
  await tile(page, 'ready', 'a broken bridge').waitFor();
  assert.deepEqual(await promptsOf(tab), ['a broken bridge']);
  await tab.close();
});

test('a second tab shows what the first one orders and deletes, and its own order waits for it', async () => {
  verifies('DEC-STUDIO-12');
  const tab = await openStudio();
  const { page } = tab;
  const other = await page.context().newPage();
  await other.goto(`${service.url}/studio`);
  await shows(other, /Make the first one/);
  await generate(page, 'first');
  await tile(page, 'waiting', 'first').waitFor();
  await other.bringToFront();
  await lookAgain(other);
  await tile(other, 'waiting', 'first').waitFor();
  await generate(other, 'second');
  await other.getByRole('region', { name: '1 waiting' }).getByText('second').first().waitFor();
  await deliverNext();
  await tile(other, 'ready', 'first').waitFor();
  await deliverNext();
  await tile(other, 'ready', 'second').waitFor();
  await tile(other, 'ready', 'first').click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await tile(other, 'ready', 'first').waitFor({ state: 'detached' });
  // Who leaves the studio deletes at once.
  const deleted = other.waitForResponse((response) => response.request().method() === 'DELETE');
  await other.getByRole('link', { name: 'Explore' }).click();
  await deleted;
  await page.bringToFront();
  await lookAgain(page);
  await tile(page, 'ready', 'second').waitFor();
  await tile(page, 'ready', 'first').waitFor({ state: 'detached' });
  await tab.close();
});

test('after a reload, and back and forward, what was written and what runs is there', async () => {
  verifies('DEC-STUDIO-12');
  const tab = await openStudio();
  const { page } = tab;
  await generate(page, 'a comet');
  await tile(page, 'waiting', 'a comet').waitFor();
  await page.getByLabel('Prompt').fill('a long thought about comets');
  await page.reload();
  await tile(page, 'waiting', 'a comet').waitFor();
  assert.equal(await page.getByLabel('Prompt').inputValue(), 'a long thought about comets');
  const lease = await takeLease(service.worker);
  await service.worker.heartbeat(lease, { progress: 0.4, stage: 'render' });
  await shows(page, /40 %/);
  await page.getByRole('link', { name: 'Explore' }).click();
  await page.getByRole('heading', { name: 'Explore' }).waitFor();
  await page.goBack();
  await shows(page, /40 %/);
  await page.goto(`${service.url}/terms`);
  await page.goBack();
  await shows(page, /40 %/);
  assert.equal(await page.getByLabel('Prompt').inputValue(), 'a long thought about comets');
  await deliver(service.worker, lease);
  await tile(page, 'ready', 'a comet').waitFor();
  await tab.close();
});

test('an access token that the service refuses early is fetched anew', async () => {
  verifies('DEC-STUDIO-13');
  const tab = await openStudio();
  const { page } = tab;
  let fetched = 0;
  await page.route('**/api/auth/token', async (route) => {
    fetched += 1;
    await (fetched === 1 ? route.fulfill({ json: { token: 'a.b.c' } }) : route.continue());
  });
  await page.reload();
  await shows(page, /Make the first one/);
  await generate(page, 'a token of thanks');
  await deliverNext();
  await tile(page, 'ready', 'a token of thanks').waitFor();
  assert.equal(fetched, 2);
  await tab.close();
});

test('a session that ends leads to the sign-in page and back, and the prompt is kept', async () => {
  verifies('DEC-STUDIO-13');
  const tab = await openStudio();
  const { page } = tab;
  await page.clock.install();
  await page.reload();
  const endSession = () =>
    service.database.query('delete from auth_sessions where user_id = $1', [tab.accountId]);
  const signInAgain = async () => {
    await page.waitForURL(/\/signin\?next=%2Fstudio/);
    await page.getByLabel('Email').fill(tab.email);
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/studio$/);
  };
  const prompt = page.getByLabel('Prompt');
  await generate(page, 'a running river');
  await tile(page, 'waiting', 'a running river').waitFor();
  await prompt.fill('written while events stream');
  await endSession();
  await page.clock.runFor(15 * 60_000);
  await signInAgain();
  assert.equal(await prompt.inputValue(), 'written while events stream');
  await deliverNext();
  await tile(page, 'ready', 'a running river').waitFor();

  await prompt.fill('ordered without a session');
  await endSession();
  await page.clock.runFor(15 * 60_000);
  await generateButton(page).click();
  await signInAgain();
  assert.equal(await prompt.inputValue(), 'ordered without a session');
  assert.deepEqual(await promptsOf(tab), ['a running river']);
  await tab.close();
});

test('signed out in another tab, a tab shows nothing of the account any more', async () => {
  verifies('DEC-STUDIO-13');
  const tab = await openStudio();
  const { page } = tab;
  const other = await page.context().newPage();
  await other.goto(`${service.url}/studio`);
  await page.clock.install();
  await page.reload();
  await generate(page, 'a secret');
  await tile(page, 'waiting', 'a secret').waitFor();
  await other.getByRole('button', { name: /^Signed in as/ }).click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.waitForURL((url) => url.pathname !== '/studio');
  await page.clock.runFor(61_000);
  // Unless it leaves by itself: the sign-out cleared its lease of a stream, so it asked again.
  await lookAgain(page).catch(() => {});
  await page.waitForURL(/\/signin\?next=%2Fstudio/);
  await deliverNext();
  await tab.close();
});

test('an upload of the largest permitted size is sent, and a broken one is refused with a remedy', async () => {
  verifies('DEC-STUDIO-05');
  const tab = await openStudio();
  const { page } = tab;
  await page.getByRole('radio', { name: 'Image from image' }).click();
  const file = path.join(service.dataDir, 'upload.png');
  const choose = async (bytes: Buffer) => {
    await writeFile(file, bytes);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose an image' }).click();
    await (await chooser).setFiles(file);
  };
  const png = await redAndBlue(800, 600).png().toBuffer();
  await choose(paddedPng(png, 12 * 1024 * 1024));
  await shows(page, /800 × 600/);
  // What is sent is what was chosen, whatever happens to the file.
  await rm(file);
  await generate(page, 'the largest');
  await deliverNext();
  await page.getByRole('button', { name: /^Image from image, ready: the largest/ }).waitFor();
  await page.getByRole('button', { name: 'Remove the image' }).click();
  await choose(png.subarray(0, png.length / 2));
  const refused = page.getByText(/cannot be read as an image/);
  const taken = page.getByText('800 × 600');
  await refused.or(taken).first().waitFor();
  if (await taken.isVisible()) {
    await generate(page, 'a broken one');
    await page.getByRole('alert').getByText(/image/).waitFor();
  }
  assert.deepEqual(await promptsOf(tab), ['the largest']);
  await tab.close();
});
