import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paintedPng } from '@kinora/testing/painted-png';
import { verifies } from '@kinora/testing/requirements';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { assertAccessible, openTab } from '../support/console-browser.ts';
import { newCaller, tokenOf } from '../support/console-caller.ts';
import { copyWorks } from '../support/copy-works.ts';
import { until } from '../support/deadline.ts';
import { AGREED, makeResult } from '../support/make-results.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** The explore page with ten thousand works: what is drawn, what it costs to scroll, and that it is returned to. */

const WORKS = 10_000;
const DRAWN_MAX = 300;
/** What Web Vitals call good. */
const SHIFT_MAX = 0.1;
/** Screens that are scrolled through, of several hundred. */
const SCREENS = 60;

let service: TestApp;
let browser: Browser;
before(async () => {
  service = await startTestApp();
  browser = await launchBrowser();
  const caller = await newCaller(service);
  const painter = { ...caller, token: await tokenOf(service, caller) };
  const bytes = paintedPng(512, 512, 5);
  const jobId = await makeResult(service, painter, { prompt: 'a pebble', width: 512, height: 512, bytes });
  assert.equal((await painter.call('PUT', `/published/${jobId}`, AGREED)).status, 204);
  await copyWorks(service, jobId, WORKS);
});
after(async () => {
  await browser?.close();
  await service.stop();
});

const OBSERVE = `
  window.tasks = [];
  window.shift = 0;
  window.moved = [];
  window.drawnMax = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tasks.push(Math.round(duration));
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.shift += value;
      window.moved.push(sources.map(({ node, previousRect: { y: from }, currentRect: { y: to } }) =>
        [node?.nodeName, node?.className, from, to].join(' ')).join(', '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const count = () => {
    window.drawnMax = Math.max(window.drawnMax, document.querySelectorAll('[data-work]').length);
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);`;

test('of ten thousand works few are drawn, nothing moves by itself, and a step back leads to where it began', async (t) => {
  verifies('DEC-EXPLORE-03');
  const tab = await openTab(service, browser, { email: null });
  const { page } = tab;
  await page.addInitScript(OBSERVE);
  await tab.open('/explore?words=pebble');
  await page.locator('[data-work]').first().waitFor();
  await page.evaluate('window.tasks.length = 0');
  let screens = 0;
  await until(async () => {
    const before = await page.evaluate<number>('scrollY');
    await page.mouse.wheel(0, 800);
    await page.waitForTimeout(60);
    if ((await page.evaluate<number>('scrollY')) > before) screens += 1;
    return screens >= SCREENS;
  });
  const { tasks, shift, moved, drawnMax, tiles } = await page.evaluate<{
    tasks: number[];
    shift: number;
    moved: string[];
    drawnMax: number;
    tiles: number;
  }>(`({ tasks: window.tasks, shift: window.shift, moved: window.moved, drawnMax: window.drawnMax,
      tiles: document.querySelectorAll('[data-work]').length })`);
  t.diagnostic(
    `long tasks ${JSON.stringify(tasks)}, layout shift ${shift}, at most ${drawnMax} tiles, ${tiles} now`,
  );
  assert.ok(drawnMax > 0 && drawnMax <= DRAWN_MAX, `${drawnMax} tiles`);
  assert.ok(shift < SHIFT_MAX, `a layout shift of ${shift}: ${moved.join('; ')}`);

  const place = await page.evaluate<number>('scrollY');
  assert.ok(place > 10_000, String(place));
  const inView = page.locator('[data-work]').nth(Math.floor(tiles / 2));
  const prompt = (await inView.textContent()) ?? '';
  await inView.click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  const isThere = async () => Math.abs((await page.evaluate<number>('scrollY')) - place) < 900;
  await until(isThere);
  await page.getByRole('banner').getByRole('link', { name: 'Prices' }).click();
  await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: prompt, exact: true }).waitFor();
  await until(isThere);
  await assertAccessible(page);
  tab.assertQuiet();
  await tab.close();
});
