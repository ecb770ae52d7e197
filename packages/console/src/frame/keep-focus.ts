/** How many elements are remembered: more than a dialog over a dialog has fields. */
const REMEMBERED = 30;
/** What is around a control and stays when it is removed. */
const AROUND = 'section, [role="dialog"], main';

/**
 * Keeps the focus on the page when the element that has it is removed, as with a dialog that closes, the row of what was
 * deleted, and a button that has done its work: the element that had it before gets it, or what is around that one.
 * Otherwise a person with a keyboard begins at the top again. A button that is disabled while it waits gets it back
 * afterwards. Returns what ends this.
 */
export function keepFocus(): () => void {
  /** Each focused element with what is around it, the latest last. */
  const remembered: HTMLElement[][] = [];
  /** What has to get the focus once it is enabled, unless the person moves on. */
  let awaited: HTMLElement | undefined;
  let isByKeyboard = false;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    awaited = target;
    remembered.push(pathOf(target));
    if (remembered.length > REMEMBERED) remembered.shift();
  };
  const observer = new MutationObserver((changes) => {
    const isEnabled = changes.some(({ type, target }) => type === 'attributes' && target === awaited);
    if (isEnabled && awaited !== undefined) focus(awaited, isByKeyboard);
    const isLost = document.activeElement === document.body && awaited?.isConnected === false;
    if (!isLost) return;
    const former = [...remembered].reverse().flat();
    former.some((one) => focus(one, isByKeyboard));
    awaited = former.find(({ isConnected }) => isConnected);
  });
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('focusin', remember, { signal });
  document.addEventListener('keydown', () => (isByKeyboard = true), { signal, capture: true });
  document.addEventListener('pointerdown', () => (isByKeyboard = false), { signal, capture: true });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    listening.abort();
    observer.disconnect();
  };
}

function pathOf(element: HTMLElement): HTMLElement[] {
  const path = [element];
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (around.matches(AROUND)) path.push(around);
  }
  return path;
}

/** Whether the element has the focus now. The browser draws no ring around what a script focuses this late. */
function focus(element: HTMLElement, withRing: boolean): boolean {
  if (!element.isConnected || document.activeElement === element) return element.isConnected;
  const isAround = element.matches(AROUND);
  if (isAround && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  if (withRing) {
    element.dataset.focusRing = '';
    element.addEventListener('blur', () => delete element.dataset.focusRing, { once: true });
  }
  element.focus({ preventScroll: isAround });
  return document.activeElement === element;
}
