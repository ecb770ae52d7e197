import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paintedPng } from '@kinora/testing/painted-png';
import { verifies } from '@kinora/testing/requirements';
import type { Browser, Page } from 'playwright-core';
import { deliver, takeLease } from '../support/act-as-worker.ts';
import { launchBrowser, shows } from '../support/browser.ts';
import { assertAccessible, type ConsoleTab, openTab, photograph } from '../support/console-browser.ts';
import { until } from '../support/deadline.ts';
import { subscribe } from '../support/job-api.ts';
import { keyboardOf } from '../support/keyboard.ts';
import { makeResult } from '../support/make-results.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** The newest order on the stage of the studio, and what is done with a result from there. */

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

/** Axe at the width of a phone and of a desk, light and dark. */
async function assertAccessibleEverywhere(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await until(async () =>
        page.evaluate<boolean>(`document.documentElement.dataset.mantineColorScheme === '${colorScheme}'`),
      );
      await assertAccessible(page);
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** A studio of a person who made one image for each prompt, the last of them the newest. */
async function openStudio(plan?: 'pro' | 'max', prompts: readonly string[] = []): Promise<ConsoleTab> {
  const tab = await openTab(service, browser);
  const { page, accountId } = tab;
  if (plan !== undefined) await subscribe(service, accountId, plan);
  const { token } = await (await page.request.get(`${service.url}/api/auth/token`)).json();
  for (const [at, prompt] of prompts.entries()) {
    const image = { type: 'image', prompt, width: 1024, height: 576, bytes: paintedPng(1024, 576, at) };
    await makeResult(service, { accountId, token }, image);
  }
  await tab.open('/studio');
  return tab;
}

const tile = (page: Page, state: string, prompt: string) =>
  page.getByRole('button', { name: new RegExp(`^(Image|Video), ${state}: ${prompt}`) });

const stage = (page: Page) => page.getByRole('region', { name: 'Your newest order' });

const ordered = async ({ accountId }: ConsoleTab) =>
  service.database.query<{ prompt: string; seed: number; width: number; height: number; type: string }>(
    'select prompt, seed, width, height, type from jobs where account_id = $1 order by created_at',
    [accountId],
  );

test('the newest order is large, and its result, or why there is none, comes where its progress was', async () => {
  verifies('DEC-STAGE-01', 'DEC-STUDIO-03');
  const tab = await openStudio('pro', ['an earlier one']);
  const { page } = tab;
  await page.getByRole('radio', { name: '16:9' }).click();
  const boxOf = async () => {
    const box = await stage(page).locator('[data-job]').first().boundingBox();
    return box && [box.x, box.y, box.width, box.height].map(Math.round);
  };
  for (const outcome of ['ready', 'failed'] as const) {
    await page.getByLabel('Prompt').fill(`a whale, ${outcome}`);
    await page.getByRole('button', { name: 'Generate' }).click();
    await stage(page).getByText('Waiting', { exact: true }).waitFor();
    const before = await boxOf();
    const [, , width = 0, height = 0] = before ?? [];
    assert.ok(width > 800 && Math.abs(width / height - 16 / 9) < 0.02, `${before}`);
    const lease = await takeLease(service.worker);
    await service.worker.heartbeat(lease, { progress: 0.4, stage: 'render' });
    await stage(page).getByText('40 %').waitFor();
    if (outcome === 'ready') {
      await photograph(page, 'stage-rendering');
      await deliver(service.worker, lease, paintedPng(1024, 576, 7));
      await stage(page).locator('img[data-loaded]').waitFor();
    } else {
      await service.worker.fail(lease, { reason: 'out of paint', retryable: false });
      await stage(page)
        .getByText(/could not be rendered, and nothing was charged/)
        .waitFor();
    }
    assert.deepEqual(await boxOf(), before, outcome);
  }
  // Again, as it was ordered.
  await stage(page).getByRole('button', { name: 'Try again' }).click();
  await deliver(service.worker, await takeLease(service.worker));
  await tile(page, 'ready', 'a whale, failed').waitFor();
  assert.equal(await stage(page).locator('[data-job]').count(), 2, 'beside each other');
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await assertAccessibleEverywhere(page);
  tab.assertQuiet();
  await tab.close();
});

test('who has made nothing begins with one press', async () => {
  verifies('DEC-STAGE-03', 'DEC-STAGE-04');
  const tab = await openStudio();
  const { page } = tab;
  const examples = page.getByRole('region', { name: 'Make the first one' }).getByRole('button');
  await examples.first().waitFor();
  assert.equal(await examples.count(), 4);
  assert.equal(await page.getByRole('searchbox').count(), 0, 'there is nothing to search');
  for (const one of await examples.all()) assert.match((await one.textContent()) ?? '', /Free/);
  await examples.nth(1).click();
  const lease = await takeLease(service.worker);
  await deliver(service.worker, lease);
  await tile(page, 'ready', 'A lighthouse on a cliff').waitFor();
  await page.getByRole('searchbox', { name: 'Search your results' }).waitFor();
  assert.deepEqual(
    (await ordered(tab)).map(({ type, width, height }) => [type, width, height]),
    [['video', 1024, 576]],
  );
  await shows(page, /1024 × 576 · 5\.0 s · no sound.*Free/);
  tab.assertQuiet();
  await tab.close();
});

test('a result is varied, read, zoomed into and saved under its name', async () => {
  verifies('DEC-STAGE-05', 'DEC-STUDIO-07');
  const tab = await openStudio('pro', ['a quiet bay, at dawn']);
  const { page } = tab;
  await page.getByLabel('Prompt').fill('half a thought');
  const sent = page.waitForRequest('**/api/console/studio/orders');
  await stage(page).getByRole('button', { name: 'Vary' }).click();
  assert.equal((await sent).postDataJSON().max_credits, 0, 'for no more than it cost');
  await deliver(service.worker, await takeLease(service.worker));
  await until(async () => (await tile(page, 'ready', 'a quiet bay').count()) === 2);
  assert.equal(await page.getByLabel('Prompt').inputValue(), 'half a thought', 'what is written stays');
  const [one, two] = await ordered(tab);
  assert.deepEqual({ ...two, seed: 0 }, { ...one, seed: 0 });
  assert.notEqual(two?.seed, one?.seed);

  await tile(page, 'ready', 'a quiet bay').nth(1).click();
  const dialog = page.getByRole('dialog', { name: 'Image' });
  const inSevenDays = new Date(Date.now() + 7 * 86_400_000);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', options).format(inSevenDays);
  const day = [part({ weekday: 'long' }), part({ month: 'long' }), part({ day: 'numeric' })];
  await until(async () => {
    const facts = (await dialog.locator('dl').textContent()) ?? '';
    return day.every((word) => facts.slice(facts.indexOf('Deleted on')).includes(word));
  });
  await dialog.getByText(`a-quiet-bay-at-dawn-${one?.seed}.png`).waitFor();
  const saving = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  assert.equal((await saving).suggestedFilename(), `a-quiet-bay-at-dawn-${one?.seed}.png`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy the prompt' }).click();
  await dialog.getByRole('button', { name: 'Copied the prompt' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'a quiet bay, at dawn');
  await photograph(page, 'stage-details');

  const image = dialog.getByRole('region', { name: 'The image' });
  const scale = () =>
    page.evaluate<number>(
      '(({ scrollWidth, clientWidth }) => scrollWidth / clientWidth)(document.querySelector("section[aria-label=\'The image\']"))',
    );
  const widthOf = (selector: string) =>
    page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().width`);
  const fitted = await widthOf('[role=dialog] section img');
  await page.keyboard.press('+');
  await until(async () => (await scale()) > 1.2);
  await page.keyboard.press('1');
  await until(
    async () => Math.abs((await widthOf('[role=dialog] section img')) - Math.max(1024, fitted)) < 2,
  );
  await page.keyboard.press('0');
  await until(async () => (await scale()) === 1);
  await image.hover();
  await page.mouse.wheel(0, -500);
  await until(async () => (await scale()) > 1.5);
  await dialog.getByRole('button', { name: 'Fit' }).click();
  await until(async () => (await scale()) === 1);
  // As now, the arrows lead to the jobs beside it.
  await page.keyboard.press('ArrowLeft');
  await dialog.getByText(`a-quiet-bay-at-dawn-${two?.seed}.png`).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const focused = 'document.activeElement.dataset.job === document.querySelector("[data-job]").dataset.job';
  await until(() => page.evaluate<boolean>(focused));
  tab.assertQuiet();
  await tab.close();
});

test('a result becomes the image to start from by dragging it, and by a button', async () => {
  verifies('DEC-STAGE-07', 'DEC-STUDIO-05');
  const tab = await openStudio(undefined, ['a drifting leaf', 'a newer one']);
  const { page } = tab;
  await page.getByRole('radio', { name: 'Upscale' }).click();
  await tile(page, 'ready', 'a drifting leaf').dragTo(page.getByRole('region', { name: 'New order' }));
  await shows(page, /one of your results.*1024 × 576/);
  assert.ok(
    await page.getByRole('radio', { name: 'Upscale' }).isChecked(),
    'the kind that takes an image stays',
  );
  await page.getByRole('button', { name: 'Remove the image' }).click();
  const keyboard = keyboardOf(page);
  verifies('DEC-STUDIO-09');
  await page.getByRole('radio', { name: 'Upscale' }).focus();
  await keyboard.press('g');
  await keyboard.isAt(/a newer one/);
  await keyboard.press('ArrowDown');
  await keyboard.isAt(/a drifting leaf/);
  await keyboard.press('ArrowUp');
  await keyboard.isAt(/a newer one/);
  await stage(page).getByRole('button', { name: 'Animate' }).focus();
  await keyboard.press('Enter');
  await shows(page, /one of your results.*1024 × 576/);
  assert.ok(await page.getByRole('radio', { name: 'Video from image' }).isChecked());
  assert.equal(await page.getByLabel('Prompt').inputValue(), 'a newer one');
  tab.assertQuiet();
  await tab.close();
});

test('what is deleted can be had back for ten seconds, which wait for the pointer; leaving deletes at once', async () => {
  verifies('DEC-STAGE-08', 'DEC-STUDIO-07');
  const tab = await openStudio(undefined, ['one', 'two', 'three', 'four']);
  const { page } = tab;
  await page.clock.install();
  await page.reload();
  const left = async () => (await ordered(tab)).filter(({ prompt }) => prompt !== null).length;
  const remove = async (prompt: string) => {
    await tile(page, 'ready', prompt).focus();
    await page.keyboard.press('Delete');
    await tile(page, 'ready', prompt).waitFor({ state: 'detached' });
  };
  await remove('four');
  await remove('three');
  await page.getByText('2 results deleted.').last().waitFor();
  await photograph(page, 'stage-undo');
  await page.getByRole('button', { name: 'Undo' }).click();
  await tile(page, 'ready', 'four').waitFor();
  await tile(page, 'ready', 'three').waitFor();
  await page.clock.runFor(20_000);
  assert.equal(await left(), 4);

  await remove('four');
  await page.getByRole('button', { name: 'Undo' }).hover();
  await page.clock.runFor(20_000);
  assert.equal(await left(), 4, 'the countdown waits for the pointer');
  await page.keyboard.press('Control+z');
  await tile(page, 'ready', 'four').waitFor();
  await page.mouse.move(0, 0);

  await remove('four');
  await page.clock.runFor(9_000);
  assert.equal(await left(), 4);
  await page.clock.runFor(2_000);
  await until(async () => (await left()) === 3);
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);

  await remove('three');
  await page.goto('about:blank');
  await until(async () => (await left()) === 2);
  await page.goto(`${service.url}/studio`);
  await tile(page, 'ready', 'two').waitFor();

  // What the service refuses to delete is there again.
  await page.route('**/studio/results/*', (route) =>
    route.fulfill({ status: 503, json: { error: 'Not now.' } }),
  );
  await remove('two');
  await page.clock.runFor(11_000);
  await tile(page, 'ready', 'two').waitFor();
  await page.getByText('It is not deleted. Not now.').waitFor();
  await tab.close();
});

test('a hidden tab says in its title that a job has ended, and notifies who agreed', async () => {
  verifies('DEC-STAGE-09');
  const tab = await openTab(service, browser);
  const { page } = tab;
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(`
    window.isHidden = false;
    window.told = [];
    window.asked = 0;
    Object.defineProperty(document, 'visibilityState', { get: () => (window.isHidden ? 'hidden' : 'visible') });
    window.Notification = class { constructor(text) { window.told.push(text); } close() {} };
    window.Notification.permission = 'default';
    window.Notification.requestPermission = async () => { window.asked += 1; return (window.Notification.permission = 'granted'); };
  `);
  await page.clock.install();
  await tab.open('/studio');
  const hide = (isHidden: boolean) =>
    page.evaluate(`window.isHidden = ${isHidden}; document.dispatchEvent(new Event('visibilitychange'))`);
  const generate = async (prompt: string) => {
    await page.getByLabel('Prompt').fill(prompt);
    await page.getByRole('button', { name: 'Generate' }).click();
    await tile(page, 'waiting', prompt).waitFor();
  };
  await generate('a quick one');
  const offer = page.getByRole('button', { name: 'Yes, notify me' });
  assert.equal(await offer.count(), 0, 'what is quick asks for nothing');
  await hide(true);
  await deliver(service.worker, await takeLease(service.worker));
  await until(async () => {
    await page.clock.runFor(5_000);
    return (await page.title()) === '(1) Ready · Studio · Kinora';
  });
  assert.deepEqual(await page.evaluate('window.told'), []);
  await hide(false);
  assert.equal(await page.title(), 'Studio · Kinora');

  await generate('a long one');
  const [job] = await service.database.query<{ id: string }>(
    `update jobs set created_at = created_at - interval '5 minutes' where account_id = $1 and state = 'open' returning id`,
    [tab.accountId],
  );
  assert.ok(job !== undefined);
  await page.reload();
  assert.equal(await page.evaluate('window.asked'), 0, 'nothing is asked when the page is opened');
  await offer.click();
  assert.equal(await page.evaluate('window.asked'), 1);
  await offer.waitFor({ state: 'detached' });
  await hide(true);
  await deliver(service.worker, await takeLease(service.worker));
  await until(async () => {
    await page.clock.runFor(5_000);
    return (await page.evaluate<string[]>('window.told')).length === 1;
  });
  assert.deepEqual(await page.evaluate('window.told'), ['Your image is ready'], 'nothing of the prompt');
  await tab.close();
});
