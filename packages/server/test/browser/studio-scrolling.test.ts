import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paintedPng } from '@kinora/testing/painted-png';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { openTab } from '../support/console-browser.ts';
import { copyResults } from '../support/copy-results.ts';
import { until } from '../support/deadline.ts';
import { makeResult } from '../support/make-results.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A studio with ten thousand results: what is drawn, what it costs to scroll, and that nothing moves by itself. */

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

const RESULTS = 10_000;
const DRAWN_MAX = 300;

const OBSERVE = `
  window.tasks = [];
  window.drawnMax = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tasks.push(Math.round(duration));
  }).observe({ type: 'longtask' });
  const count = () => {
    window.drawnMax = Math.max(window.drawnMax, document.querySelectorAll('[data-job]').length);
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);`;

/** Scrolls by a screen every few frames, as with a finger that does not rest. */
const scroll = (page: Page, screens: number) =>
  page.evaluate(`(async () => {
    for (let at = 0; at < ${screens}; at++) {
      window.scrollBy(0, innerHeight * 0.7);
      for (const _ of [1, 2, 3]) await new Promise((done) => requestAnimationFrame(done));
    }
  })()`);

const TILES = 'ul[aria-label="Your results"] [data-job]';
/** The first tile that is whole on the screen, and where it is. */
const FIRST = `(() => {
  const tile = [...document.querySelectorAll('${TILES}')].find((one) => one.getBoundingClientRect().top > 80);
  return { id: tile.dataset.job, top: Math.round(tile.getBoundingClientRect().top) };
})()`;

interface Seen {
  readonly id: string;
  readonly top: number;
}

test('ten thousand results are scrolled smoothly, and the place is kept', async (t) => {
  verifies('DEC-STAGE-06', 'DEC-STUDIO-06');
  const tab = await openTab(service, browser);
  const { page, accountId } = tab;
  const { token } = await (await page.request.get(`${service.url}/api/auth/token`)).json();
  for (const [at, [width, height]] of [[1024, 576] as const, [576, 1024] as const].entries()) {
    const image = { type: 'image', prompt: 'a hill', width, height, bytes: paintedPng(width, height, at) };
    const id = await makeResult(service, { accountId, token }, image);
    await copyResults(service, id, RESULTS / 2 - 1);
  }
  // Two weeks' worth of prompts, some of which have several results.
  await service.database.query(
    `update jobs set prompt = 'hill ' || (n / 3), created_at = now() - n * interval '1 minute'
     from (select id, row_number() over (order by id) as n from jobs where account_id = $1) as counted
     where counted.id = jobs.id and n % 3 < 2`,
    [accountId],
  );
  await page.addInitScript(OBSERVE);
  await tab.open('/studio');
  await page.locator(TILES).first().waitFor();
  await page.evaluate('window.tasks.length = 0');
  await scroll(page, 60);
  const pages = await page.evaluate<number>('document.documentElement.scrollHeight / innerHeight');
  const { tasks, drawnMax } = await page.evaluate<{ tasks: number[]; drawnMax: number }>(
    '({ tasks: window.tasks, drawnMax: window.drawnMax })',
  );
  t.diagnostic(
    `while scrolling and loading: ${drawnMax} tiles at most, long tasks of ${tasks.join(', ') || 'none'} ms; ${pages.toFixed(0)} screens`,
  );
  assert.ok(drawnMax <= DRAWN_MAX, `${drawnMax} tiles are drawn`);

  // All of them, then to and fro.
  await until(async () => {
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    return (await page.locator('[aria-setsize="-1"]').count()) === 0;
  }, 300_000);
  await page.evaluate('scrollTo(0, 0); window.tasks.length = 0');
  await scroll(page, 150);
  const loaded = await page.evaluate<{ tasks: number[]; drawnMax: number }>(
    '({ tasks: window.tasks, drawnMax: window.drawnMax })',
  );
  t.diagnostic(
    `with ${RESULTS} loaded: ${loaded.drawnMax} tiles at most, long tasks of ${loaded.tasks.join(', ') || 'none'} ms`,
  );
  assert.ok(loaded.drawnMax <= DRAWN_MAX, `${loaded.drawnMax} tiles are drawn`);

  const before = await page.evaluate<Seen>(FIRST);
  // Something new at the top moves nothing here.
  await makeResult(
    service,
    { accountId, token },
    { type: 'image', prompt: 'a valley', bytes: paintedPng(1024, 576, 5), width: 1024, height: 576 },
  );
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await page.locator('[data-job]', { hasText: 'a valley' }).waitFor();
  const placeOf = (id: string) =>
    page.evaluate<number | undefined>(
      `(() => { const tile = document.querySelector('[data-job="${id}"]'); return tile && Math.round(tile.getBoundingClientRect().top); })()`,
    );
  await until(async () => Math.abs(((await placeOf(before.id)) ?? 0) - before.top) <= 2).catch(async () =>
    assert.equal(await placeOf(before.id), before.top),
  );
  // Nor do the details, and who comes back from them is where they were.
  const opened = page.locator(`[data-job="${before.id}"]`);
  await opened.click();
  await page.getByRole('dialog', { name: 'Image' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog', { name: 'Image' }).waitFor({ state: 'detached' });
  assert.ok(Math.abs(((await placeOf(before.id)) ?? 0) - before.top) <= 2);
  await until(() => page.evaluate<boolean>(`document.activeElement.dataset.job === '${before.id}'`));
  tab.assertQuiet();
  await tab.close();
});
