import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { paintedPng } from '@kinora/testing/painted-png';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page, Route } from 'playwright-core';
import { launchBrowser, shows } from '../support/browser.ts';
import { openTab, photograph, ready } from '../support/console-browser.ts';
import { newCaller, tokenOf } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { AGREED, makeResult } from '../support/make-results.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const run = promisify(execFile);
const SIZES = [
  [1280, 720],
  [1024, 1024],
  [720, 1280],
] as const;

let service: TestApp;
let browser: Browser;
let worker: { stop(): Promise<void> };
let folder: string;
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
  folder = await mkdtemp(path.join(tmpdir(), 'kinora-home-'));
});
after(async () => {
  await browser?.close();
  await worker?.stop();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The places of what the home page shows first, by their classes. */
const PLACES = `[...document.querySelectorAll('[class^="home-"]')]
  .filter((one) => /^home-(headline|lead|box|prompt|create|prices|tile)$/.test(one.className))
  .map((one) => [one.className, ...['x', 'y', 'width', 'height'].map((side) => Math.round(one.getBoundingClientRect()[side]))])`;

async function publishAll(): Promise<void> {
  const caller = await newCaller(service);
  const painter = { ...caller, token: await tokenOf(service, caller) };
  const video = { type: 'video_hd', prompt: 'waves at night', width: 1280, height: 720 };
  const jobs = [await makeResult(service, painter, video)];
  for (const [at, [width, height]] of SIZES.entries()) {
    const order = { type: 'image_hd', prompt: `a picture ${at}`, width, height };
    jobs.push(await makeResult(service, painter, { ...order, bytes: paintedPng(width, height, at) }));
  }
  for (const jobId of jobs) await caller.call('PUT', `/published/${jobId}`, AGREED);
}

test('a new service has a home page without pictures, which is whole', async () => {
  const tab = await openTab(service, browser, { email: null });
  await tab.open('/');
  assert.equal(await tab.page.locator('.home-tile').count(), 0);
  await shows(tab.page, /An image from 0\.05 USD/);
  await tab.page.getByRole('tab', { name: 'Agents' }).waitFor();
  await photograph(tab.page, 'home-new');
  tab.assertQuiet();
  await tab.close();
});

test('the page arrives with its pictures, keeps what is typed, and nothing moves when the script takes over', async () => {
  verifies('DEC-HOME-02');
  await publishAll();
  // They are read every few seconds, however many ask.
  await until(async () => (await (await fetch(service.url)).text()).includes('home-tile'));
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  for (const [width, height] of [
    [1440, 900],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    let start: () => void = () => undefined;
    const isTime = new Promise<void>((resolve) => {
      start = resolve;
    });
    await page.route('**/assets/main-*.js', async (route) => {
      await isTime;
      await route.continue();
    });
    await page.goto(service.url, { waitUntil: 'commit' });
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a tree\nin the wind');
    await page.getByText('Video', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).focus();
    await until(async () => (await page.locator('#first-view img').count()) === 4);
    const before = await page.evaluate(PLACES);
    start();
    await page.locator('#first-view').waitFor({ state: 'detached' });
    await shows(page, /An image from/);
    assert.deepEqual(await page.evaluate(PLACES), before, `${width}`);
    const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
    assert.equal(await prompt.inputValue(), 'a tree\nin the wind');
    assert.ok(await prompt.evaluate('document.activeElement.className === "home-prompt"'));
    assert.ok(await page.getByRole('radio', { name: 'Video' }).isChecked());
    await page.unroute('**/assets/main-*.js');
  }
  await photograph(page, 'home-works');
  const [, held] = await Promise.all([
    page.goto(service.url, { waitUntil: 'commit' }),
    new Promise<Route>((resolve) => page.route('**/assets/main-*.js', resolve)),
  ]);
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a tree in the wind');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('One moment …').waitFor();
  await held.continue();
  await page.waitForURL(/\/signin/);
  await page.unroute('**/assets/main-*.js');
  await page.goBack();
  await page.getByRole('button', { name: /a picture 2/ }).click();
  await page.getByRole('dialog').getByRole('img', { name: 'a picture 2' }).waitFor();
  tab.assertQuiet();
  await tab.close();
});

test('a video plays without sound while it is in view, until it is stopped, and never with reduced motion', async () => {
  verifies('DEC-HOME-03');
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  await tab.open('/');
  const isPlaying = `[...document.querySelectorAll('video')].map((one) => !one.paused && one.muted && one.currentTime > 0)`;
  await until(async () => JSON.stringify(await page.evaluate(isPlaying)) === '[true]');
  await page.getByRole('button', { name: 'Stop the videos' }).click();
  await page.locator('video').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Stop the videos', pressed: true }).click();
  await page.locator('video').waitFor();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.setViewportSize({ width: 1440, height: 300 });
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.locator('video').waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate('scrollTo(0, 0)');
  await page.locator('video').waitFor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.locator('video').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('button', { name: 'Stop the videos' }).count(), 0);
  tab.assertQuiet();
  await tab.close();

  const saving = await openTab(service, browser, { email: null });
  await saving.page.addInitScript(
    'Object.defineProperty(navigator, "connection", { value: { saveData: true } })',
  );
  await saving.open('/');
  await saving.page.getByRole('button', { name: /Video, 5 s.*waves at night/ }).hover();
  assert.equal(await saving.page.locator('video').count(), 0);
  await saving.close();
});

/** Types on the home page and presses the button. */
async function ask(page: Page, prompt: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill(prompt);
  await page.getByRole('button', { name: 'Create' }).click();
}

const promptsOf = async (accountId: string) =>
  (
    await service.database.query<{ prompt: string }>('select prompt from jobs where account_id = $1', [
      accountId,
    ])
  ).map(({ prompt }) => prompt);

test('what costs something is filled in, and the button has the focus; so has the age that is not known', async () => {
  verifies('DEC-HOME-01');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await page.route('**/api/quote', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), credit_cost: 3 } });
  });
  await tab.open('/');
  await ask(page, 'a golden crown');
  const button = page.getByRole('button', { name: 'Generate' });
  await until(() => button.evaluate('document.activeElement?.textContent === "Generate"'));
  assert.equal(
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).inputValue(),
    'a golden crown',
  );
  assert.deepEqual(await promptsOf(tab.accountId), []);
  await page.unroute('**/api/quote');

  await service.database.query('update accounts set age_confirmed_at = null where id = $1', [tab.accountId]);
  await tab.open('/');
  await ask(page, 'a silver crown');
  await until(() => page.evaluate('document.activeElement?.type === "checkbox"'));
  assert.deepEqual(await promptsOf(tab.accountId), []);
  tab.assertQuiet();
  await tab.close();
});

test('a prompt of another tab, as after the link of a confirmation, is the first order of an account and no later one', async () => {
  verifies('DEC-HOME-01');
  worker = startRealWorker(service, createProceduralEngine());
  const tab = await openTab(service, browser);
  const { page } = tab;
  const typeElsewhere = async (prompt: string) => {
    const other = await page.context().newPage();
    await other.route('**/api/console/session', (route) => route.fulfill({ json: { signed_in: false } }));
    await other.route('**/signin?**', (route) => route.fulfill({ body: 'sign up here' }));
    await other.goto(service.url);
    await ask(other, prompt);
    await other.getByText('sign up here').waitFor();
    await other.close();
  };
  await typeElsewhere('a red kite');
  await tab.open('/studio');
  await ready(page, 'Image', 'a red kite');
  await typeElsewhere('a blue kite');
  await tab.open('/studio');
  await until(() => page.evaluate('document.activeElement?.textContent === "Generate"'));
  assert.equal(await page.getByRole('textbox', { name: 'Prompt', exact: true }).inputValue(), 'a blue kite');
  assert.deepEqual(await promptsOf(tab.accountId), ['a red kite']);

  await tab.open('/');
  await page.getByRole('heading', { name: 'Your latest results' }).waitFor();
  await photograph(page, 'home-signed-in');
  await page.getByRole('link', { name: 'Open: a red kite' }).click();
  await page.getByRole('dialog').waitFor();
  tab.assertQuiet();
  await tab.close();
});

test('the programs of the home page run as they are shown', async () => {
  verifies('DEC-HOME-04');
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  await tab.open('/');
  const env = { ...process.env, KINORA_KEY: (await service.account()).key };
  const block = (name: string | RegExp) => page.getByRole('region', { name, exact: true });
  const text = async (name: string | RegExp) => (await block(name).textContent()) ?? '';
  const sh = (code: string) => run('sh', ['-c', code], { cwd: folder, env });
  for (const [tabName, file] of [
    ['HTTP', 'image.sh'],
    ['TypeScript', 'image.ts'],
  ] as const) {
    await page.getByRole('tab', { name: tabName }).click();
    await writeFile(path.join(folder, file), await text(file));
    if (tabName === 'TypeScript') await sh(await text('Once, for the client'));
    const start = (await text(`Run ${file}`)).replace('KINORA_KEY=<your key> node', process.execPath);
    const { stdout } = await sh(start.replace('KINORA_KEY=<your key> ', ''));
    assert.match(stdout, /image\.png is ready/);
    assert.equal((await readFile(path.join(folder, 'image.png'))).subarray(1, 4).toString(), 'PNG');
    await rm(path.join(folder, 'image.png'));
  }
  // python-client.test.ts runs it, in an environment of its own.
  await page.getByRole('tab', { name: 'Python' }).click();
  assert.match(await text('image.py'), /from kinora import Kinora/);
  const [, wheel = ''] = /^pip install (\S+)$/m.exec(await text('Once, for the client')) ?? [];
  assert.equal((await fetch(wheel)).status, 200, wheel);
  await page.getByRole('tab', { name: 'Agents' }).click();
  await sh(await text('Once, for the adapter'));
  const { command, args } = JSON.parse(await text(/config\.json/)).mcpServers.kinora;
  assert.deepEqual([command, args], ['node', ['/path/to/kinora-mcp.mjs']]);
  assert.ok((await readFile(path.join(folder, 'kinora-mcp.mjs'), 'utf8')).includes(service.url));
  tab.assertQuiet();
  await tab.close();
});
