import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { openTab } from '../support/console-browser.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** What a first visit loads, in bytes of compressed JavaScript; times depend on the machine and are only printed. */
const BUDGETS = [
  { address: '/signin', kilobytes: 170, pressed: 'button' },
  { address: '/explore', kilobytes: 170, pressed: '[role="radiogroup"] label:last-of-type' },
  { address: '/pricing', kilobytes: 170, pressed: '[role="radiogroup"] label:last-of-type' },
  { address: '/studio', kilobytes: 170, pressed: 'header button' },
] as const;

interface Measured {
  /** Bytes of the scripts as they were sent. */
  readonly scripts: number;
  readonly firstPaint: number;
  readonly layoutShift: number;
  readonly interaction: number;
}

const OBSERVE = `
  window.measured = { layoutShift: 0, interaction: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.measured.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      window.measured.interaction = Math.max(window.measured.interaction, entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

const READ = `({
  ...window.measured,
  scripts: performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
})`;

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

for (const { address, kilobytes, pressed } of BUDGETS) {
  test(`the first load of ${address} stays within ${kilobytes} KB of compressed JavaScript`, async (t) => {
    verifies('DEC-CONSOLE-04');
    const tab = await openTab(service, browser, address === '/studio' ? {} : { email: null });
    await tab.page.addInitScript(OBSERVE);
    await tab.open(address);
    await tab.page.waitForLoadState('networkidle');
    const { scripts } = await tab.page.evaluate<Measured>(READ);
    await tab.page.locator(pressed).first().click({ force: true });
    await tab.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    const { firstPaint, layoutShift, interaction } = await tab.page.evaluate<Measured>(READ);
    t.diagnostic(
      `${address}: ${(scripts / 1024).toFixed(0)} KB of JavaScript, first contentful paint ${firstPaint.toFixed(0)} ms, ` +
        `layout shift ${layoutShift.toFixed(3)}, slowest interaction ${interaction.toFixed(0)} ms`,
    );
    assert.ok(scripts <= kilobytes * 1024, `${scripts} bytes`);
    assert.ok(layoutShift < 0.1, `a layout shift of ${layoutShift}`);
    await tab.close();
  });
}
