import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paintedPng } from '@kinora/testing/painted-png';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, shows } from '../support/browser.ts';
import { openTab, photograph } from '../support/console-browser.ts';
import { newCaller, tokenOf } from '../support/console-caller.ts';
import { until } from '../support/deadline.ts';
import { AGREED, makeResult } from '../support/make-results.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const PROMPTS = [
  'a lighthouse on a cliff in a storm',
  'a quiet harbour at dawn, fog over the water',
  'paper boats on a river of ink',
  'a fox asleep in tall grass',
  'an observatory under the milky way, seen from very far below, with a long winding path of lanterns',
];
const SIZES = [
  [1024, 1024],
  [1280, 720],
  [720, 1280],
  [1024, 768],
  [1280, 720],
] as const;

let service: TestApp;
let browser: Browser;
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
  const caller = await newCaller(service, 'painter@example.com');
  const painter = { ...caller, token: await tokenOf(service, caller) };
  for (const [at, prompt] of PROMPTS.entries()) {
    const [width, height] = SIZES[at % SIZES.length] ?? [1024, 1024];
    const bytes = paintedPng(width, height, at);
    const jobId = await makeResult(service, painter, { prompt, type: 'image_hd', width, height, bytes });
    await caller.call('PUT', `/published/${jobId}`, AGREED);
  }
});
after(async () => {
  await browser?.close();
  await service.stop();
});

type Place = readonly [string, ...number[]];

/** The places of the tools and the works: [name, x, y, width, height], in whole pixels. */
const PLACES = `[...document.querySelectorAll('.explore-bar > *, main ul > li')].map((one) => [
  one.tagName, ...['x', 'y', 'width', 'height'].map((side) => Math.round(one.getBoundingClientRect()[side]))
])`;

test('the page arrives with its works and keeps what is typed, and nothing moves when the script takes over', async () => {
  verifies('DEC-EXPLORE-05');
  await until(async () => (await (await fetch(`${service.url}/explore`)).text()).includes('5 works'));
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    let start: () => void = () => undefined;
    const isTime = new Promise<void>((resolve) => {
      start = resolve;
    });
    await page.route('**/assets/main-*.js', async (route) => {
      await isTime;
      await route.continue();
    });
    await page.goto(`${service.url}/explore`, { waitUntil: 'commit' });
    await page.getByText('Images', { exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search the prompts' }).focus();
    await until(async () => (await page.locator('#first-view img').count()) === PROMPTS.length);
    const places = await page.evaluate<Place[]>(PLACES);
    start();
    await page.locator('#first-view').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: PROMPTS[0] ?? '' }).waitFor();
    const moved = (await page.evaluate<Place[]>(PLACES)).map(([name, ...now], at) => {
      const [before, ...then] = places[at] ?? [''];
      return name === before ? Math.max(...now.map((side, of) => Math.abs(side - (then[of] ?? 0)))) : name;
    });
    assert.ok(
      moved.every((by) => typeof by === 'number' && by <= 1),
      `${width}: ${moved}`,
    );
    assert.equal(moved.length, places.length);
    assert.ok(await page.getByRole('radio', { name: 'Images' }).isChecked());
    await page.keyboard.type('fox');
    await shows(page, /1 worka fox/);
    await page.unroute('**/assets/main-*.js');
  }
  tab.assertQuiet();
  await tab.close();
});

test('a stranger searches what is published and opens a work by keyboard', async () => {
  verifies('DEC-CONSOLE-05');
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  await tab.open('/explore');
  await shows(page, /5 works/);
  await photograph(page, 'explore');
  await page.getByRole('searchbox', { name: 'Search the prompts' }).fill('lighthouse');
  await shows(page, /1 work/);
  await page.getByRole('button', { name: PROMPTS[0] ?? '' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: PROMPTS[0] ?? '' }).waitFor();
  assert.match(
    (await dialog.getByRole('link', { name: 'Use this prompt' }).getAttribute('href')) ?? '',
    /^\/studio\?work=/,
  );
  await photograph(page, 'explore-work');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('searchbox').fill('no such thing');
  await shows(page, /Nothing that is published has “no such thing” in its prompt/);
  await tab.open('/');
  await page.getByRole('button', { name: PROMPTS[4] ?? '' }).waitFor();
  await photograph(page, 'home-with-works');
  tab.assertQuiet();
  await tab.close();
});

test('a search is in the address: shared, reloaded, and kept while a work is open', async () => {
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  const words = page.getByRole('searchbox');
  await tab.open('/explore');
  await shows(page, /5 works/);
  await page.getByRole('radio', { name: 'Images' }).check();
  await words.fill('paper boats');
  await shows(page, /1 work/);
  assert.deepEqual(parametersOf(page), { words: 'paper boats', kind: 'image' });

  await page.getByRole('button', { name: PROMPTS[2] ?? '' }).click();
  await page.getByRole('dialog').waitFor();
  const { work, ...search } = parametersOf(page);
  assert.ok(work);
  assert.deepEqual(search, { words: 'paper boats', kind: 'image' });
  await page.reload();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await shows(page, /1 work/);
  assert.equal(await words.inputValue(), 'paper boats');

  await words.fill('');
  await shows(page, /5 works/);
  await page.getByRole('radio', { name: 'Videos' }).check();
  await shows(page, /No video is published yet/);
  await page.getByRole('banner').getByRole('link', { name: 'Explore' }).click();
  await shows(page, /5 works/);
  assert.deepEqual(parametersOf(page), {});
  tab.assertQuiet();
  await tab.close();
});

const parametersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('a signed-in person reports a work, which is hidden until it is reviewed', async () => {
  const tab = await openTab(service, browser);
  const { page } = tab;
  await tab.open('/explore');
  await page.getByRole('button', { name: PROMPTS[3] ?? '' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await dialog.getByLabel('Details').fill('look at the second fox');
  await photograph(page, 'explore-report');
  await dialog.getByRole('button', { name: 'It sexualizes a minor' }).click();
  await page.getByText('A person will look at it.').waitFor();
  await page.reload();
  await shows(page, /4 works/);
  const reports = await service.database.query('select reason, details from content_reports');
  assert.deepEqual(reports, [{ reason: 'csam', details: 'look at the second fox' }]);
  tab.assertQuiet();
  await tab.close();
});
