import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { systemClock } from '../../src/kernel/clock.ts';
import type { PaymentOrder, StartPayment } from '../../src/payments/start-payment.ts';
import { wirePayments } from '../../src/wiring/wire-payments.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { sellCatalogue } from '../support/sold-catalogue.ts';
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts';

const PAYS = '4242424242424242';
const ASKS_BANK = '4000002500003155';
const DECLINED = '4000000000000002';
/** A valid card number that is not a test card. */
const UNKNOWN_CARD = '5105105105105100';

describe('the sandbox checkout in a browser', () => {
  let service: TestApp;
  let browser: Browser;
  let customer: TestAccount;
  let startPayment: StartPayment;

  before(async () => {
    service = await startTestApp();
    customer = await service.account(0);
    const dependencies = {
      database: service.database,
      clock: systemClock,
      catalogue: sellCatalogue(systemClock),
      publicUrl: () => service.url,
    };
    ({ startPayment } = await wirePayments(
      { payments: { provider: 'sandbox', ignoresStripeKey: false }, testClock: false },
      dependencies,
    ));
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await service.stop();
  });

  async function open(order: PaymentOrder, width = 1280, colorScheme: 'light' | 'dark' = 'light') {
    const started = await startPayment(customer.id, order, `${service.url}/api/docs`);
    assert.ok(started.ok);
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (!message.text().includes('422')) errors.push(message.text());
    });
    await page.goto(started.value.checkoutUrl);
    return { page, errors, checkoutUrl: started.value.checkoutUrl };
  }

  async function pay(page: Page, number: string): Promise<void> {
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Expires').fill('12 / 34');
    await page.getByLabel('CVC').fill('123');
    await page.getByRole('button', { name: /^Pay / }).click();
  }

  const balance = async () => (await customer.get('/v1/me/balance')).body.balance_cents;

  test('pays once and returns to the given URL', async () => {
    const { page, errors, checkoutUrl } = await open({ amountUsd: 25 });
    const before = await balance();
    assert.match((await page.locator('body').textContent()) ?? '', /Sandbox.+No money moves/s);
    await pay(page, PAYS);
    await page.waitForURL(`${service.url}/api/docs`);
    assert.equal(await balance(), before + 2500);
    await page.goto(checkoutUrl);
    await shows(page, /^This checkout is paid$/, 'h1');
    assert.deepEqual(errors, []);
    await page.close();
  });

  test('shows the error beside the form, and pays with the next card', async () => {
    const { page, errors } = await open({ amountUsd: 10 });
    await pay(page, DECLINED);
    await shows(page, /declined/, '[role=alert]');
    await pay(page, UNKNOWN_CARD);
    await shows(page, /test cards/, '[role=alert]');
    assert.equal(await page.getByLabel('Card number').inputValue(), '', 'it is not repeated');
    await page.locator('.cards a').first().click();
    await page.getByRole('button', { name: 'Pay 10.00 USD' }).click();
    await page.waitForURL(`${service.url}/api/docs`);
    assert.deepEqual(errors, []);
    await page.close();
  });

  test('requests confirmation by the bank, which may decline first and then confirm', async () => {
    const { page, errors } = await open({ amountUsd: 100 });
    const before = await balance();
    await pay(page, ASKS_BANK);
    await shows(page, /^Confirm your payment$/, 'h1');
    await page.getByRole('button', { name: 'Fail the confirmation' }).click();
    await shows(page, /did not confirm/, '[role=alert]');
    assert.equal(await balance(), before);
    await pay(page, ASKS_BANK);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.waitForURL(`${service.url}/api/docs`);
    assert.equal(await balance(), before + 10_000);
    assert.deepEqual(errors, []);
    await page.close();
  });

  test('can be cancelled', async () => {
    const { page, checkoutUrl } = await open({ amountUsd: 10 });
    const before = await balance();
    await page.getByRole('button', { name: 'Cancel and go back' }).click();
    await page.waitForURL(`${service.url}/api/docs`);
    await page.goto(checkoutUrl);
    await shows(page, /^This checkout was cancelled$/, 'h1');
    assert.equal(await balance(), before);
    await page.close();
  });

  for (const width of [360, 390, 820, 1280]) {
    test(`fits ${width} pixels, light and dark, with an address of any length`, async () => {
      const email = `${'donaudampfschiff'.repeat(4)}@${'werbeagentur'.repeat(5)}.example.com`;
      await service.database.query('update accounts set email = $2 where id = $1', [customer.id, email]);
      for (const scheme of ['light', 'dark'] as const) {
        const { page } = await open({ plan: 'max', interval: 'year' }, width, scheme);
        const scrolls = await page.evaluate(() => {
          const { document } = globalThis as unknown as {
            document: { documentElement: { scrollWidth: number } };
          };
          return document.documentElement.scrollWidth;
        });
        assert.ok(scrolls <= width, `${scrolls}`);
        await page.close();
      }
    });
  }

  test('an invalid link gets a page with the error', async () => {
    const answer = await fetch(`${service.url}/sandbox/checkout/nothing`);
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /This checkout does not exist/);
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  });

  test('no card number is in the database or the data directory', async () => {
    const tables = await service.database.query<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`,
    );
    assert.ok(tables.length > 20);
    const dumps = await Promise.all(
      tables.map(({ name }) =>
        service.database.query<{ row: string }>(`select t::text as row from ${name} as t`),
      ),
    );
    const files = (await readdir(service.dataDir, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    const texts = await Promise.all(
      files.map((file) => readFile(path.join(file.parentPath, file.name), 'latin1')),
    );
    const everything = [...dumps.flat().map(({ row }) => row), ...texts].join('\n').replaceAll(/[\s-]/g, '');
    assert.ok(everything.includes('3155'), 'the last digits are kept, so the search sees the cards');
    for (const number of [PAYS, ASKS_BANK, DECLINED, UNKNOWN_CARD]) {
      assert.ok(!everything.includes(number), `${number} is kept`);
    }
  });
});
