import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { createProceduralEngine } from '@kinora/procedural/procedural-engine';
import { plain, redAndBlue } from '@kinora/testing/images';
import { verifies } from '@kinora/testing/requirements';
import type { Browser } from 'playwright-core';
import { launchBrowser, shows } from '../support/browser.ts';
import { type ConsoleTab, openTab, photograph, ready } from '../support/console-browser.ts';
import { until } from '../support/deadline.ts';
import { subscribe } from '../support/job-api.ts';
import { startRealWorker } from '../support/real-worker.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** The studio with the real engine: every kind of order, and what can be done with a result. */

let service: TestApp;
let browser: Browser;
let worker: { stop(): Promise<void> };
before(async () => {
  service = await startTestApp();
  worker = startRealWorker(service, createProceduralEngine());
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await worker?.stop();
  await service.stop();
});

async function openStudio(
  options: Parameters<typeof openTab>[2] = {},
  plan?: 'pro' | 'max',
): Promise<ConsoleTab> {
  const tab = await openTab(service, browser, options);
  if (plan !== undefined) await subscribe(service, tab.accountId, plan);
  await tab.open('/studio');
  return tab;
}

test('on a paid tier there is no advertisement, and the price in credits follows the settings', async () => {
  verifies('DEC-STUDIO-02', 'DEC-MEDIA-07');
  const tab = await openStudio({}, 'pro');
  const { page } = tab;
  await shows(page, /1024 × 1024.*Free · 1,000 credits left/);
  assert.equal(await page.getByRole('complementary', { name: 'Advertisement' }).count(), 0);
  await page.getByRole('radio', { name: '2K', exact: true }).click();
  await shows(page, /2048 × 2048.*8 credits · 1,000 left/);
  await page.getByRole('radio', { name: 'Video', exact: true }).click();
  verifies('DEC-STAGE-04');
  // Credits pay for sound in the smallest size.
  await page.getByRole('radio', { name: '1K', exact: true }).click();
  await shows(page, /1024 × 576 · 5\.0 s · with sound.*50 credits/);
  assert.ok(await page.getByRole('switch', { name: /^Sound/ }).isChecked());
  // No model renders a square in HD with sound.
  await page.getByRole('radio', { name: '1:1' }).click();
  assert.ok(await page.getByRole('radio', { name: 'HD: silent only', exact: true }).isDisabled());
  await page.getByLabel('Prompt').fill('😀'.repeat(2001));
  await shows(page, /2,001 of 2,000 characters; shorten it/);
  await page.getByRole('button', { name: 'Generate' }).click();
  await shows(page, /Shorten the prompt to 2,000 characters/);
  await photograph(page, 'studio-video-pro');
  assert.deepEqual(
    await service.database.query('select from jobs where account_id = $1', [tab.accountId]),
    [],
  );
  tab.assertQuiet();
  await tab.close();
});

test('an image to start from comes by file, drop or paste, and a wrong one is refused with the remedy', async () => {
  verifies('DEC-STUDIO-05', 'DEC-STUDIO-02', 'DEC-STUDIO-34');
  const tab = await openStudio();
  const { page } = tab;
  await page.getByRole('radio', { name: 'Image from image' }).click();
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose an image' }).click();
    await (await chooser).setFiles({ name, mimeType: 'image/png', buffer });
  };
  const alert = page.getByRole('alert');
  // This browser reads no HEIC.
  const HEIC = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic');
  for (const [buffer, remedy] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /This file is an SVG drawing, not a PNG/],
    [HEIC, /This file is a HEIC photo, .*Most Compatible\./],
    [await plain(15, 100).png().toBuffer(), /each side needs at least 16/],
    [await plain(1000, 20).png().toBuffer(), /crop it first/],
    [Buffer.concat([await plain().png().toBuffer(), Buffer.alloc(12 * 1024 * 1024)]), /at most 12 MiB/],
    [Buffer.from('89504e470d0a1a0a', 'hex'), /cannot be read as an image/],
  ] as const) {
    await choose('wrong.png', buffer);
    await alert.getByText(remedy).waitFor();
  }
  await choose('right.png', await redAndBlue(600, 300).png().toBuffer());
  await shows(page, /right\.png.*600 × 300/);
  await shows(page, /1024 × 512/);
  await photograph(page, 'studio-source');
  // As after a payment.
  await page.reload();
  await shows(page, /right\.png.*600 × 300/);
  await page.getByRole('button', { name: 'Remove the image' }).click();
  await choose('drawn.gif', await redAndBlue(200, 100).gif().toBuffer());
  await shows(page, /drawn\.gif.*200 × 100/);
  await page.getByRole('button', { name: 'Remove the image' }).click();

  // Dropped on the page while the kind needs no image: the kind that does is chosen.
  await page.getByRole('radio', { name: 'Video', exact: true }).click();
  // Converted here: the service takes no AVIF.
  const small = (await redAndBlue(320, 240).avif().toBuffer()).toString('base64');
  await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${small}'), (c) => c.charCodeAt(0));
    window.transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'dropped.avif', { type: 'image/avif' }));
    document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer: transfer, bubbles: true }));
  })()`);
  await page.locator('[data-dropping]').waitFor();
  await page.evaluate(
    `document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }))`,
  );
  await shows(page, /dropped\.avif/);
  assert.ok(await page.getByRole('radio', { name: 'Video from image' }).isChecked());
  await page.getByRole('radio', { name: 'Upscale' }).click();
  await shows(page, /640 × 480.*Free/);
  await page.evaluate(
    `document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }))`,
  );
  await page.getByRole('button', { name: 'Generate' }).click();
  await ready(page, 'Upscale', 'Enlarge the image');
  const [job] = await service.database.query<{ width: number; height: number }>(
    'select width, height from jobs where account_id = $1',
    [tab.accountId],
  );
  assert.deepEqual(job, { width: 640, height: 480 });
  tab.assertQuiet();
  await tab.close();
});

test('a result is looked at, downloaded, published, animated, reused, reported and deleted', async () => {
  verifies('DEC-STUDIO-07', 'DEC-STUDIO-05', 'DEC-STUDIO-40');
  const tab = await openStudio();
  const { page } = tab;
  await page.getByLabel('Prompt').fill('a red boat');
  await page.getByLabel('Seed', { exact: true }).fill('77');
  await page.getByRole('radio', { name: '3:2' }).click();
  await page.getByRole('button', { name: 'Generate' }).click();
  await ready(page, 'Image', 'a red boat');
  const open = (kind: string) =>
    page
      .getByRole('button', { name: new RegExp(`^${kind}, ready`) })
      .first()
      .click();
  await open('Image');
  const dialog = page.getByRole('dialog', { name: 'Image' });
  await shows(page, /a red boat.*Size1024 × 683.*Seed77.*CostFree/, '[role=dialog]');
  await shows(page, /A demonstration\..*of this prompt: red boat\./, '[role=dialog]');
  await photograph(page, 'studio-details');
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  const file = await download;
  assert.equal((await readFile(await file.path())).subarray(1, 4).toString(), 'PNG');
  const publish = dialog.getByRole('button', { name: 'Publish …' });
  await publish.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Publish it with its prompt?' });
  verifies('DEC-STUDIO-33');
  await question.getByText('a red boat').waitFor();
  await photograph(page, 'publish');
  await question.getByText(/Everybody can then see, find and download this/).waitFor();
  // What has the focus goes back.
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await until(async () => /^Publish/.test(await page.evaluate<string>('document.activeElement.textContent')));
  const works = async () => (await service.database.query('select from works')).length;
  assert.equal(await works(), 0);
  await publish.click();
  await question.getByRole('button', { name: 'Publish with the prompt' }).click();
  await dialog.getByRole('link', { name: 'Open it to share its link' }).click();
  const work = page.getByRole('dialog', { name: 'Published work' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await work.getByRole('button', { name: 'Copy link' }).click();
  await work.getByRole('button', { name: 'Copied link' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), page.url());
  await photograph(page, 'published-work');
  await page.goto(`${service.url}/studio`);
  await open('Image');
  await dialog.getByRole('button', { name: 'Unpublish' }).click();
  const takingBack = page.getByRole('dialog', { name: 'Take it from the explore page?' });
  await takingBack.getByText(/What others have saved or copied stays with them/).waitFor();
  await photograph(page, 'unpublish');
  await takingBack.getByRole('button', { name: 'Unpublish' }).click();
  await publish.waitFor();
  assert.equal(await works(), 0);

  await dialog.getByRole('button', { name: 'Animate' }).click();
  await dialog.waitFor({ state: 'detached' });
  await shows(page, /1024 × 68\d · 5\.0 s/);
  const length = page.getByRole('slider');
  await length.focus();
  await page.keyboard.press('Home');
  await shows(page, /0\.7 s · no sound/);
  await page.getByRole('button', { name: 'Generate' }).click();
  await ready(page, 'Video from image', 'a red boat');
  await open('Video from image');
  await page.keyboard.press('Escape');

  await open('Image');
  await dialog.getByRole('button', { name: 'Reuse settings' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Seed', { exact: true }).inputValue(), '77');
  assert.ok(await page.getByRole('radio', { name: '3:2' }).isChecked());

  await open('Image');
  await dialog.getByRole('button', { name: 'Report' }).click();
  const report = page.getByRole('dialog', { name: 'Report this result' });
  await report.getByRole('button', { name: 'Another reason' }).click();
  await report.waitFor({ state: 'detached' });
  const reports = await service.database.query('select reason from content_reports where reporter_id = $1', [
    tab.accountId,
  ]);
  assert.deepEqual(reports, [{ reason: 'other' }]);

  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Image, ready/ }).waitFor({ state: 'detached' });
  tab.assertQuiet();
  await tab.close();
});

test('by keyboard alone: write, generate, open and cancel, with help for the shortcuts', async () => {
  verifies('DEC-STUDIO-09');
  const tab = await openStudio();
  const { page } = tab;
  const press = (...keys: readonly string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.waitFor();
  await photograph(page, 'studio-shortcuts');
  await press('Escape');
  await help.waitFor({ state: 'detached' });
  await press('3');
  assert.ok(await page.getByRole('radio', { name: 'Video', exact: true }).isChecked());
  await press('1', 'l');
  const seed = await page.getByLabel('Seed', { exact: true }).inputValue();
  assert.match(seed, /^\d+$/);
  await press('/');
  await page.keyboard.type('a 1 l v ?');
  assert.equal(await page.getByLabel('Prompt').inputValue(), 'a 1 l v ?', 'keys in a field are text');
  await press('Control+Enter');
  await ready(page, 'Image', 'a 1 l v');
  await press('Tab', 'g', 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Image' });
  await dialog.waitFor();
  await shows(page, new RegExp(`Seed${seed}`), '[role=dialog]');
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // The focus returns to the tile that was opened.
  await until(async () => /a 1 l v/.test(await page.evaluate<string>('document.activeElement.textContent')));
  await press('?', 'Tab');
  // The dialog moves the focus into itself as it opens, perhaps after this.
  const keys = help.getByRole('switch');
  await until(async () => {
    if (await keys.isChecked()) await keys.press('Space');
    return !(await keys.isChecked());
  });
  await press('Escape');
  await help.waitFor({ state: 'detached' });
  await press('3');
  assert.ok(await page.getByRole('radio', { name: 'Image', exact: true }).isChecked(), 'the keys are off');
  tab.assertQuiet();
  await tab.close();
});

test('on a phone the prompt is at the thumb, with the settings in a drawer and the camera', async () => {
  verifies('DEC-STUDIO-09', 'DEC-STUDIO-05');
  const tab = await openStudio({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = tab;
  const button = page.getByRole('button', { name: 'Generate' });
  const box = await button.boundingBox();
  assert.ok(box !== null && box.y > 600 && box.width >= 44 && box.height >= 44, JSON.stringify(box));
  // The kind is above the prompt, as large as a thumb.
  const kind = (name: string) => page.getByRole('radio', { name, exact: true });
  const [above, below] = [
    await kind('Upscale').locator('..').boundingBox(),
    await page.getByLabel('Prompt').boundingBox(),
  ];
  assert.ok(above !== null && below !== null && above.y > 500 && above.y + above.height <= below.y);
  assert.ok(above.width >= 44 && above.height >= 44, JSON.stringify(above));
  await kind('Image from image').tap();
  await page.getByRole('button', { name: /^Add an image/ }).tap();
  const drawer = page.getByRole('dialog', { name: 'Settings' });
  await drawer.getByRole('button', { name: 'Camera' }).waitFor();
  assert.equal(await page.locator('input[capture="environment"]').count(), 1);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await kind('Image').tap();
  await page.getByRole('button', { name: /^Image · 1024 × 1024 · Free/ }).tap();
  await drawer.getByRole('radio', { name: '9:16' }).tap();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /576 × 1024/ }).waitFor();
  await page.getByLabel('Prompt').fill('a tall tree');
  await button.tap();
  await ready(page, 'Image', 'a tall tree');
  await page.getByRole('button', { name: /^Image, ready: a tall tree/ }).tap();
  const details = page.getByRole('dialog', { name: 'Image' });
  await details.waitFor();
  await page.reload();
  await details.waitFor();
  // It fills the window, so back is how it is left.
  await page.goBack();
  await details.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).pathname, '/studio');
  tab.assertQuiet();
  await tab.close();
});
