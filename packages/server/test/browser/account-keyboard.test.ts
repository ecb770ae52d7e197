import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, shows } from '../support/browser.ts';
import { openTab } from '../support/console-browser.ts';
import { type Keyboard, keyboardOf } from '../support/keyboard.ts';
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

/** On the page of the payment provider: takes the test card, and pays or saves it. */
async function payByKeyboard(page: Page, keys: Keyboard): Promise<void> {
  await keys.tabTo(/4242 4242 4242 4242/);
  const filledIn = page.waitForEvent('load');
  await keys.press('Enter');
  await filledIn;
  await keys.tabTo(/^(Pay|Save card)/);
  await keys.press('Enter');
}

/** Presses a button that asks first, and the button of its question. */
async function confirmByKeyboard(keys: Keyboard, action: string, confirm = action): Promise<void> {
  await keys.tabTo(action);
  await keys.press('Enter');
  await keys.isAt('Back');
  await keys.tabTo(confirm);
  await keys.press('Enter');
}

test('a balance is bought and refunded, and a card removed, by keyboard', async () => {
  verifies('DEC-KEYBOARD-01', 'DEC-KEYBOARD-02');
  const tab = await openTab(service, browser);
  const { page } = tab;
  const keys = keyboardOf(page);
  await tab.open('/account/payments');
  await keys.tabTo('25 USD');
  await keys.press('ArrowRight');
  await keys.tabTo('Continue to payment');
  await keys.press('Enter');
  await page.getByRole('heading', { name: 'Prepaid balance' }).waitFor();
  await payByKeyboard(page, keys);
  await shows(page, /Paid, thank you\.[\s\S]*50\.00 USD/);
  await confirmByKeyboard(keys, 'Remove the card');
  await shows(page, /None on file/);
  await confirmByKeyboard(keys, 'Refund 50.00 USD');
  await shows(page, /Refunded/);
  tab.assertQuiet();
  await tab.close();
});

test('a plan is bought, capped, changed and cancelled by keyboard', async () => {
  verifies('DEC-KEYBOARD-01', 'DEC-KEYBOARD-02');
  const tab = await openTab(service, browser);
  const { page } = tab;
  const keys = keyboardOf(page);
  await tab.open('/account/plan');
  await keys.tabTo('Subscribe to Pro');
  await keys.press('Enter');
  await page.waitForURL(/\/sandbox\//);
  await payByKeyboard(page, keys);
  await shows(page, /Next charge: 19\.00 USD on/);
  await tab.open('/account/plan');
  await keys.tabTo(/^Continue beyond the allowance/);
  await keys.press('Space');
  await shows(page, /Choose a monthly cap/);
  await keys.tabTo(/^Monthly cap in USD/);
  await keys.type('20');
  await keys.press('Enter');
  await shows(page, /0\.00 USD of 20\.00 USD used this month/);
  await shows(page, /80\.00 USD now, to change to it/);
  await confirmByKeyboard(keys, 'Change to Max', 'Pay 80.00 USD and change');
  await page.getByRole('button', { name: 'Cancel Max' }).waitFor();
  await confirmByKeyboard(keys, 'Cancel Max');
  await shows(page, /Max ends on .* and is not charged again/);
  tab.assertQuiet();
  await tab.close();
});

test('an address for webhooks is set, its secret copied and replaced, by keyboard', async () => {
  verifies('DEC-KEYBOARD-01', 'DEC-KEYBOARD-02');
  const tab = await openTab(service, browser);
  const { page } = tab;
  const keys = keyboardOf(page);
  const secret = page.getByRole('dialog', { name: 'The signing secret' });
  await tab.open('/account/webhooks');
  await shows(page, /It is shown once: when you first set an address, and when you make a new one/);
  await keys.tabTo('Address of your receiver');
  await keys.type('https://example.com/kinora');
  await keys.press('Enter');
  await secret.waitFor();
  await keys.isAt(/^(Copy|Copied) the secret$/);
  await keys.tabTo('I have it');
  await keys.press('Space');
  await secret.waitFor({ state: 'detached' });
  await keys.tabTo('Make a new secret');
  await keys.press('Enter');
  await keys.isAt('Back');
  await keys.tabTo('Make it');
  await keys.press('Enter');
  await secret.waitFor();
  await keys.tabTo('I have it');
  await keys.press('Enter');
  await secret.waitFor({ state: 'detached' });
  assert.match((await page.locator('main').textContent()) ?? '', /Earlier secrets sign too until/);
  tab.assertQuiet();
  await tab.close();
});
