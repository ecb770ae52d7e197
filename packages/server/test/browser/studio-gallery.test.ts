import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paintedPng } from '@kinora/testing/painted-png';
import { verifies } from '@kinora/testing/requirements';
import { encodeVideo } from '@kinora/video/encode-video';
import type { Browser, Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { launchBrowser } from '../support/browser.ts';
import { type ConsoleTab, openTab, photograph } from '../support/console-browser.ts';
import { copyResults } from '../support/copy-results.ts';
import { until } from '../support/deadline.ts';
import { subscribe } from '../support/job-api.ts';
import { makeResult } from '../support/make-results.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** What the tiles of the studio's gallery load and show, in one tab and in several. */

let service: TestApp;
let browser: Browser;
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await service.stop();
});

const FRAMES = 241;

/** A video of 10 seconds, in which the sun of each frame has moved. */
async function paintedMp4(width: number, height: number): Promise<Uint8Array> {
  const paintings = await Promise.all(
    [0, 1, 2].map((seed) =>
      sharp(paintedPng(width, height, seed))
        .ensureAlpha()
        .raw()
        .toBuffer(),
    ),
  );
  return encodeVideo({
    width,
    height,
    frames: FRAMES,
    fps: 24,
    drawFrame: (index) => paintings[Math.floor(index / 12) % paintings.length] ?? new Uint8Array(),
    signal: new AbortController().signal,
  });
}

/** A tab of a person with 24 images in 4K and 6 videos of 10 seconds. */
async function openGallery(): Promise<ConsoleTab> {
  const tab = await openTab(service, browser);
  const { accountId, page } = tab;
  await subscribe(service, accountId, 'max');
  const { token } = await (await page.request.get(`${service.url}/api/auth/token`)).json();
  const person = { accountId, token };
  const video = { type: 'video', prompt: 'a sunset', width: 1024, height: 576, length: FRAMES };
  const videoId = await makeResult(service, person, { ...video, bytes: await paintedMp4(1024, 576) });
  await copyResults(service, videoId, 5);
  const image = { type: 'image_4k', prompt: 'a coast', width: 4096, height: 2304 };
  const imageId = await makeResult(service, person, { ...image, bytes: paintedPng(4096, 2304, 3) });
  await copyResults(service, imageId, 23);
  return tab;
}

/** Counts the bytes that the tiles load from now on, by their path. */
async function countBytes(page: Page): Promise<{ readonly total: () => number; readonly paths: string[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const tiles = new Set<string>();
  const paths: string[] = [];
  let total = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    if (!/^\/media\/|\/preview$/.test(pathname)) return;
    tiles.add(requestId);
    paths.push(pathname);
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (tiles.has(requestId)) total += dataLength;
  });
  return { total: () => total, paths };
}

test('a gallery loads small previews of whole images, and a video only when it is pointed at or focused', async () => {
  verifies('DEC-STUDIO-10');
  const tab = await openGallery();
  const { page } = tab;
  const counted = await countBytes(page);
  await tab.open('/studio');
  await page
    .getByRole('button', { name: /^Image, ready: / })
    .first()
    .waitFor();
  const previews = () => counted.paths.filter((path) => path.endsWith('/preview'));
  await until(async () => {
    await page.mouse.wheel(0, 300);
    return previews().length === 30;
  });
  const unloaded = `![...document.querySelectorAll('[data-job] img')].some((img) =>
    !img.complete || img.naturalWidth !== 512 || img.naturalHeight !== 288)`;
  await until(() => page.evaluate<boolean>(unloaded));
  assert.equal(new Set(previews()).size, 30);
  assert.deepEqual(
    counted.paths.filter((path) => path.startsWith('/media/')),
    [],
  );
  assert.ok(counted.total() < 30 * 25_000, `${counted.total()} bytes`);
  const fit = await page.evaluate<string>(
    `getComputedStyle(document.querySelector('[data-job] img')).objectFit`,
  );
  assert.equal(fit, 'contain');
  await photograph(page, 'studio-gallery');

  const videos = page.getByRole('button', { name: /^Video, ready: / });
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await videos.nth(0).hover();
  await videos.nth(0).locator('video').waitFor();
  await page.mouse.move(0, 0);
  await videos.nth(0).locator('video').waitFor({ state: 'detached' });
  await videos.nth(0).focus();
  await page.keyboard.press('ArrowRight');
  await videos.nth(1).locator('video').waitFor();
  const played = counted.paths.filter((path) => path.startsWith('/media/'));
  assert.equal(new Set(played).size, 2, `${played}`);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.keyboard.press('ArrowRight');
  await videos.nth(2).hover();
  await until(async () => (await videos.locator('video').count()) === 0);
  tab.assertQuiet();
  await tab.close();
});

test('a preview that fails says so on its tile, and is loaded again', async () => {
  verifies('DEC-STUDIO-32');
  const tab = await openTab(service, browser);
  const { accountId, page } = tab;
  const { token } = await (await page.request.get(`${service.url}/api/auth/token`)).json();
  const image = { type: 'image', prompt: 'a lost stamp', width: 1024, height: 576 };
  await makeResult(service, { accountId, token }, { ...image, bytes: paintedPng(1024, 576, 3) });
  await page.clock.install();
  let failures = 0;
  let isAway = true;
  await page.route('**/preview?*', async (route) => {
    if (!isAway) return route.continue();
    failures += 1;
    await (failures % 2 === 0 ? route.abort() : route.fulfill({ status: 503 }));
  });
  await tab.open('/studio');
  const tile = page.getByRole('button', { name: /^Image, ready: a lost stamp/ });
  const isShown = () =>
    page.evaluate<boolean>(
      `document.querySelector('[data-job] img[src*="preview"]:not([hidden])')?.naturalWidth > 0`,
    );
  await tile.getByText(/did not load; trying again/).waitFor();
  await photograph(page, 'studio-lost-preview');
  await until(async () => {
    await page.clock.runFor(5000);
    return (await tile.getByText('The image cannot be loaded.').count()) === 1;
  });
  assert.equal(failures, 5);
  // Not by itself any more, but as soon as somebody looks.
  isAway = false;
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await until(isShown);
  assert.equal(await tile.getByText(/load/).count(), 0);

  isAway = true;
  failures = 0;
  await page.reload();
  await tile.getByText(/trying again/).waitFor();
  isAway = false;
  await until(async () => {
    await page.clock.runFor(1000);
    return isShown();
  });
  await tab.close();
});

test('tabs share their streams: a browser with many of them has free connections, and all show the progress', async () => {
  verifies('DEC-STUDIO-31');
  const tab = await openTab(service, browser);
  const context = tab.page.context();
  await subscribe(service, tab.accountId, 'max');
  let streams = 0;
  let most = 0;
  const isStream = (request: Request) => request.url().endsWith('/events');
  const close = (request: Request) => {
    if (isStream(request)) streams -= 1;
  };
  context.on('request', (request) => {
    if (isStream(request)) streams += 1;
    most = Math.max(most, streams);
  });
  context.on('requestfinished', close);
  context.on('requestfailed', close);

  await tab.open('/studio');
  for (const prompt of ['a tern', 'a gull']) {
    await tab.page.getByLabel('Prompt').fill(prompt);
    await tab.page.getByRole('button', { name: 'Generate' }).click();
    await tab.page.getByRole('button', { name: `Image, waiting: ${prompt}` }).waitFor();
  }
  const leases = [await takeLease(service.worker), await takeLease(service.worker)];
  const pages = [tab.page];
  while (pages.length < 5) {
    const page = await context.newPage();
    await page.goto(`${service.url}/studio`);
    await page.getByRole('button', { name: /: a gull/ }).waitFor();
    pages.push(page);
  }
  /** Reports a progress of both jobs and waits until each tab shows it. */
  const advance = async (percent: number) => {
    for (const [index, lease] of leases.entries()) {
      await service.worker.heartbeat(lease, { progress: (percent + index) / 100, stage: 'render' });
    }
    for (const page of pages) {
      await page.getByText(`${percent} %`).waitFor();
      await page.getByText(`${percent + 1} %`).waitFor();
    }
  };
  await advance(20);
  assert.ok(most <= 2, `${most} streams at once`);
  // The tab that streams is closed, then another one.
  await pages.shift()?.close();
  await advance(40);
  await pages.shift()?.close();
  await advance(60);
  for (const lease of leases) await deliver(service.worker, lease);
  for (const page of pages) await page.getByRole('button', { name: 'Image, ready: a tern' }).waitFor();
  await tab.close();
});
