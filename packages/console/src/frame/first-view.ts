import type { ConsoleWorkList } from '@kinora/contract';
import { useLayoutEffect } from 'react';

/** What the server drew of the page before the script arrived (packages/server/src/http/console/first-view.ts). */

const ID = 'first-view';
const drawn = document.getElementById(ID);

/** The newest published works, as many as the page shows first; undefined on a page without them. */
export const firstWorks: ConsoleWorkList | undefined =
  drawn?.dataset.works === undefined ? undefined : JSON.parse(drawn.dataset.works);

interface Typed {
  readonly values: FormData;
  /** The name of the field with the focus; it is where the person goes on typing. */
  readonly focused: string | undefined;
}

/** What was typed into its form until now; undefined where it is not, or no longer, on the page. */
export function typedBefore(): Typed | undefined {
  const form = document.getElementById(ID)?.querySelector('form');
  if (!form) return undefined;
  const { activeElement } = document;
  const name = form.contains(activeElement) ? activeElement?.getAttribute('name') : undefined;
  return { values: new FormData(form), focused: name ?? undefined };
}

/**
 * Takes away what the server drew of the page, in the frame in which the console has something in its place: the page, or
 * why it could not be loaded. It comes first there, because what follows it may measure its place, and has none until then.
 */
export function EndOfFirstView() {
  useLayoutEffect(() => document.getElementById(ID)?.remove(), []);
  return null;
}
