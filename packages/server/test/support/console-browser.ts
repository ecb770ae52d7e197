import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { SLOW_MS, until } from './deadline.ts';
import { makeOperator, signUp } from './signed-in.ts';
import type { TestApp } from './test-app.ts';

/** A signed-in browser for the pages of the console, and what every page of it has to satisfy. */

/** Where `photograph` puts its images, for a person to look at. */
const SCREENSHOTS = fileURLToPath(new URL('../../../../.kinora-test/screenshots/', import.meta.url));
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface ConsoleTab {
  readonly page: Page;
  readonly accountId: string;
  readonly email: string;
  /** Opens a page of the console and waits until its heading is shown. */
  open(address: string): Promise<void>;
  /** Fails on errors and warnings of the browser's console, including violations of the content security policy. */
  assertQuiet(): void;
  close(): Promise<void>;
}

/**
 * Messages of the browser about what a test does: responses that it provokes, such as a 402, which the page shows as
 * sentences; and its looks into the frame of an email, which runs no scripts.
 */
const PROVOKED =
  /^Failed to load resource: the server responded with a status of 4\d\d|^Blocked script execution in '[^']+\/operator\/mails\//;

/** A tab of an operator. */
export async function openOperatorTab(service: TestApp, browser: Browser): Promise<ConsoleTab> {
  const tab = await openTab(service, browser, { email: 'operator@example.com' });
  await makeOperator(service, tab.accountId);
  return tab;
}

/**
 * A new browser context, signed in with a new account unless `email` is null.
 */
export async function openTab(
  service: TestApp,
  browser: Browser,
  {
    email = `${Math.random().toString(36).slice(2)}@example.com`,
    ...options
  }: BrowserContextOptions & { readonly email?: string | null } = {},
): Promise<ConsoleTab> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  let accountId = '';
  if (email !== null) {
    const person = await signUp(service, email);
    accountId = person.accountId;
    const cookies = (person.headers.cookie ?? '').split('; ').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), url: service.url };
    });
    await context.addCookies(cookies);
  }
  const page = await context.newPage();
  const noise: string[] = [];
  page.on('pageerror', (error) => noise.push(error.stack ?? error.message));
  page.on('console', (message) => {
    const isLoud = message.type() === 'error' || message.type() === 'warning';
    if (isLoud && !PROVOKED.test(message.text())) noise.push(message.text());
  });
  return {
    page,
    accountId,
    email: email ?? '',
    async open(address) {
      await page.goto(service.url + address);
      // What the server draws of the home page has a heading too.
      await page.locator('#first-view').waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    },
    assertQuiet: () => assert.deepEqual(noise, []),
    close: () => context.close(),
  };
}

/** Asserts that axe-core finds nothing on the page as it is now, in its current colours. */
export async function assertAccessible(page: Page): Promise<void> {
  assert.deepEqual(await axeFindings(page), [], `at ${page.url()}`);
}

/** What axe-core finds on the page as it is now; by these of its rules, or by all that it checks by default. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated instead of inserted, so that the page's own content security policy stays in force. Frames run no scripts.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  const options = {
    iframes: false,
    resultTypes: ['violations'],
    ...(rules !== undefined && { runOnly: rules }),
  };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  );
}

/** Colours that fade would be measured halfway. Loaders never end and are not waited for. */
const SETTLED = `(async () => {
  for (const frame of [1, 2]) await new Promise((done) => requestAnimationFrame(done));
  const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((one) => one.finished));
})()`;

/** React applies a new scheme some frames later, and more of them later on a busy machine. */
const IN_SCHEME = `!['light', 'dark'].includes(document.documentElement.dataset.mantineColorScheme)
  || ['light', 'dark'].includes(localStorage.getItem('mantine-color-scheme-value'))
  || matchMedia('(prefers-color-scheme: ' + document.documentElement.dataset.mantineColorScheme + ')').matches`;

/** The texts of buttons that are wider than their button, which cuts them off without a sign. */
const CUT_OFF = `[...document.querySelectorAll('button span, a span')]
  .filter((one) => getComputedStyle(one).overflowX === 'hidden' && getComputedStyle(one).textOverflow !== 'ellipsis')
  .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent)`;

const WIDTHS = [390, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;
/** The accessibility check of a page takes seconds: each width and each scheme once. */
const CHECKED = ['390-dark', '1440-light'];

/**
 * The page as it is now at 390 and 1440 pixels, light and dark: asserts that it is accessible and not too wide, and that
 * no button cuts off its text. With
 * `KINORA_SCREENSHOTS=1` an image of each is kept as `<name>-<width>-<scheme>.png`, with its outline for screen readers.
 */
export async function photograph(page: Page, name: string): Promise<void> {
  const keeps = process.env.KINORA_SCREENSHOTS === '1';
  mkdirSync(SCREENSHOTS, { recursive: true });
  const before = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const colorScheme of SCHEMES) {
      const variant = `${width}-${colorScheme}`;
      const isChecked = CHECKED.includes(variant);
      if (!keeps && !isChecked) continue;
      await showIn(page, colorScheme);
      if (keeps) {
        const file = path.join(SCREENSHOTS, `${name}-${variant}`);
        await page.screenshot({ path: `${file}.png`, fullPage: true, animations: 'disabled' });
        // What a screen reader goes through.
        writeFileSync(`${file}.txt`, await page.locator('body').ariaSnapshot());
      }
      if (isChecked) await assertAccessible(page);
    }
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(overflow <= 0, `${name} at ${width} is ${overflow} px too wide`);
    assert.deepEqual(await page.evaluate(CUT_OFF), [], `cut off in ${name} at ${width}`);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.setViewportSize(before);
}

/** Shows the page in these colours, at rest. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await until(() => page.evaluate<boolean>(IN_SCHEME));
  await page.evaluate(SETTLED);
}

/** A tile that shows a result. */
export async function ready(page: Page, kind: string, prompt: string): Promise<void> {
  const name = new RegExp(`^${kind}, ready: ${prompt}`);
  await page.getByRole('button', { name }).first().waitFor({ timeout: SLOW_MS });
}
