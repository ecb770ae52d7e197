import type { Page } from 'playwright-core';

/** What is wrong with a page as it is drawn now: evaluated in the page, which has no other copy of these rules. */
const FAULTS = `((isPhone) => {
  const faults = [];
  const nameOf = (one) => one.tagName.toLowerCase() + ' "' +
    (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 60) + '"';
  const boxOf = (one) => one.getBoundingClientRect();
  const isShown = (one) => getComputedStyle(one).visibility !== 'hidden' && boxOf(one).width > 1 &&
    boxOf(one).height > 1 && one.closest('[inert], [hidden], [aria-hidden=true]') === null;
  const styleOf = (one) => getComputedStyle(one);
  const isClipping = (one) => styleOf(one).overflowX !== 'visible';
  const isWithin = (one) => {
    for (let around = one.parentElement; around !== null && around !== document.body; around = around.parentElement)
      if (isClipping(around)) return true;
    return false;
  };
  const wider = document.documentElement.scrollWidth - innerWidth;
  if (wider > 0) faults.push('the page is ' + wider + ' px too wide');
  for (const one of document.body.querySelectorAll('*')) {
    if (!isShown(one) || one.matches('.skip, [class*=skip]')) continue;
    const { overflowX, overflowY, textOverflow } = styleOf(one);
    const scrolls = (overflow, size, shown) => /auto|scroll/.test(overflow) && size > shown + 1;
    if (scrolls(overflowX, one.scrollWidth, one.clientWidth) || scrolls(overflowY, one.scrollHeight, one.clientHeight)) {
      const isField = one.matches('textarea, select');
      const hasStop = one.tabIndex >= 0 || one.querySelector('a[href], button, input, select, textarea, [tabindex]') !== null;
      const hasName = one.tabIndex < 0 || one.matches('[aria-label], [aria-labelledby]');
      if (!isField && !hasStop) faults.push('no key scrolls ' + nameOf(one));
      if (!isField && !hasName) faults.push('what scrolls has no name: ' + nameOf(one));
    }
    const { left, right } = boxOf(one);
    // Spaces at the end of a line of code hang beyond it.
    const isText = getComputedStyle(one).display === 'inline';
    if (one.children.length === 0 && !isText && (right > innerWidth + 1 || left < -1) && !isWithin(one))
      faults.push('outside of the window: ' + nameOf(one));
    const isCut = !/visible|auto|scroll/.test(overflowX) && textOverflow !== 'ellipsis' && one.scrollWidth > one.clientWidth + 1;
    if (isCut && one.matches('button, a, label, button span, a span, label span') && one.textContent.trim() !== '')
      faults.push('cut off: ' + nameOf(one));
  }
  if (!isPhone) return faults;
  for (const one of document.querySelectorAll('button, input, select, textarea, summary, [role=tab], nav a, a[data-variant]')) {
    if (!isShown(one) || one.matches('.skip, [class*=skip], .groups ol a')) continue;
    // A label is pressed instead of its field; what is inside of a field has the field around it.
    const boxes = [one, ...(one.labels ?? [])].map(boxOf);
    const width = Math.max(...boxes.map((box) => box.width));
    const height = Math.max(...boxes.map((box) => box.height));
    const isInner = one.closest('.mantine-Input-wrapper') !== null;
    const least = isInner ? 32 : one.matches('summary, #contents a') ? 24 : 44;
    if (width < least - 0.5 || height < least - 0.5)
      faults.push('too small for a thumb: ' + Math.round(width) + ' x ' + Math.round(height) + ' ' + nameOf(one));
  }
  return faults;
})`;

/** What a person cannot see, reach or press on the page at its width; on a phone with what is too small for a thumb. */
export async function faultsOfLayout(page: Page, isPhone: boolean): Promise<string[]> {
  return [...new Set(await page.evaluate<string[]>(`${FAULTS}(${isPhone})`))];
}
