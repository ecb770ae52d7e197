import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { openTab, photograph } from '../support/console-browser.ts';
import { makeOperator } from '../support/signed-in.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

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

/** Toasts that stay, however slow the machine is. */
const STAY = `{
  const real = window.setTimeout;
  window.setTimeout = (work, ms, ...rest) => (ms === 4000 ? 0 : real(work, ms, ...rest));
}`;

async function act(page: Page, button: string, confirming: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('a test of it');
  await dialog.getByRole('button', { name: confirming }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function assertApart(toasts: Locator, bars: Locator): Promise<void> {
  for (const toast of await toasts.all()) {
    const above = await toast.boundingBox();
    for (const bar of await bars.all()) {
      const below = await bar.boundingBox();
      assert.ok(above && below);
      const isApart =
        above.y + above.height <= below.y ||
        below.y + below.height <= above.y ||
        above.x + above.width <= below.x ||
        below.x + below.width <= above.x;
      assert.ok(isApart, `a toast lies over a bar: ${JSON.stringify([above, below])}`);
    }
  }
}

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1440, height: 900 }],
] as const) {
  test(`on ${name} at most three toasts are shown, each once, and none over the navigation`, async () => {
    verifies('DEC-TOAST-01');
    const tab = await openTab(service, browser, { viewport });
    const { page } = tab;
    await makeOperator(service, tab.accountId);
    await page.addInitScript(STAY);
    const { id } = await service.account(0);
    await tab.open(`/operator/accounts/${id}`);
    const toasts = page.locator('.mantine-Notification-root');
    const shown = async () => (await toasts.allTextContents()).map((text) => text.trim());
    await act(page, 'Pause for review…', 'Pause payments');
    await act(page, 'End the review…', 'End the review');
    await act(page, 'Pause for review…', 'Pause payments');
    const [ended, paused] = ['The review has ended.', 'Payments of the account are paused.'];
    await toasts.nth(2).waitFor({ state: 'detached' });
    assert.deepEqual(await shown(), [ended, paused]);
    await act(page, 'Ban…', 'Ban the account');
    await act(page, 'Lift the ban…', 'Lift the ban');
    await toasts.nth(3).waitFor({ state: 'detached' });
    assert.deepEqual(await shown(), [paused, 'The account is banned.', 'The ban is lifted.']);
    await assertApart(toasts, page.getByRole('navigation'));
    if (name === 'a phone') await photograph(page, 'toasts');
    tab.assertQuiet();
    await tab.close();
  });
}
