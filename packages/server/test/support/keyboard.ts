import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from './deadline.ts';

/** A person without a mouse: only keys are pressed, and each element that gets the focus has to show it. */
export interface Keyboard {
  /** Presses Tab until an element with this name has the focus; `back` presses Shift and Tab. */
  tabTo(name: string | RegExp, back?: 'back'): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
  /** Types into the element that has the focus, over what it contains. */
  type(text: string): Promise<void>;
  /** Waits until an element with this name has the focus. */
  isAt(name: string | RegExp): Promise<void>;
  /** Waits until the focus is on or in a part of the page with this heading or name. */
  isIn(name: string): Promise<void>;
}

/** More than any page has on the way. */
const MAX_TABS = 120;

interface Focused {
  readonly name: string;
  /** The names of the parts of the page around it, innermost first. */
  readonly around: readonly string[];
  readonly isVisible: boolean;
  readonly isCovered: boolean;
}

/** What has the focus: its accessible name, roughly, whether it shows it, and whether a bar lies over it. */
const FOCUSED = `(() => {
  const textOf = (ids) => (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim();
  const nameOf = (one) => one.getAttribute('aria-label') || textOf(one.getAttribute('aria-labelledby')) ||
    [...(one.labels ?? [])].map(({ textContent }) => textContent).join(' ').trim() || one.textContent.trim().slice(0, 80);
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const around = [];
  for (let part = focused; part !== null; part = part.parentElement) {
    if (part.matches('section, main, [role=dialog]')) around.push(nameOf(part));
  }
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const isField = focused.matches('input, textarea, select');
  // What is inside of these has the focus, and the browser shows it.
  const isOuter = focused.matches('iframe, [type=datetime-local]');
  // The middle of what the window shows of it: a section may be taller than the window, and begin above it.
  const { left, width, top, bottom } = focused.getBoundingClientRect();
  const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const over = document.elementFromPoint(left + width / 2, middle);
  const bar = over?.closest('header, nav') ?? null;
  return {
    name: nameOf(focused),
    around,
    isVisible: isOuter || (isField ? focused.matches(':focus-visible') : outlineStyle !== 'none' && parseFloat(outlineWidth) > 0),
    isCovered: bar !== null && !bar.contains(focused),
  };
})()`;

export function keyboardOf(page: Page): Keyboard {
  const focused = () => page.evaluate<Focused | null>(FOCUSED);
  const matches = (one: Focused | null, name: string | RegExp): boolean =>
    one !== null && (typeof name === 'string' ? one.name === name : name.test(one.name));
  const assertShown = async (): Promise<void> => {
    const one = await focused();
    if (one === null) return;
    assert.ok(one.isVisible, `the focus on "${one.name}" is visible`);
    assert.ok(!one.isCovered, `"${one.name}" lies under a bar`);
  };
  const waitUntil = async (what: string, holds: (one: Focused | null) => boolean): Promise<void> => {
    await until(async () => holds(await focused())).catch(async () =>
      assert.fail(`the focus is not ${what}, but on ${JSON.stringify(await focused())}`),
    );
    await assertShown();
  };
  return {
    async tabTo(name, back) {
      const passed: string[] = [];
      for (let tabs = 0; tabs < MAX_TABS; tabs++) {
        await page.keyboard.press(back === undefined ? 'Tab' : 'Shift+Tab');
        const one = await focused();
        passed.push(one?.name ?? 'the page');
        await assertShown();
        if (matches(one, name)) return;
      }
      assert.fail(`Tab does not lead to ${name}: ${passed.join(' | ')}`);
    },
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
    async type(text) {
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    isAt: (name) => waitUntil(`on ${name}`, (one) => matches(one, name)),
    isIn: (name) => waitUntil(`in ${name}`, (one) => one?.around.includes(name) ?? false),
  };
}
