import type { ConsoleWork } from '@kinora/contract';

/**
 * What the server drew of the home page before the script arrived (packages/server/src/http/console/first-view.ts). It goes
 * when the console has something to show in its place.
 */

const ID = 'first-view';
const drawn = document.getElementById(ID);

/** The works that it shows; undefined on another page. */
export const firstWorks: readonly ConsoleWork[] | undefined =
  drawn?.dataset.works === undefined ? undefined : JSON.parse(drawn.dataset.works);

interface Typed {
  readonly prompt: string;
  readonly operation: 'image' | 'video';
  /** Whether the prompt had the focus; it is where the person goes on typing. */
  readonly isFocused: boolean;
}

/** What was typed into it until now; undefined where it is not, or no longer, on the page. */
export function typedBefore(): Typed | undefined {
  const form = document.getElementById(ID)?.querySelector('form');
  const prompt = form?.querySelector('textarea');
  if (!form || !prompt) return undefined;
  const operation = new FormData(form).get('operation') === 'video' ? 'video' : 'image';
  return { prompt: prompt.value, operation, isFocused: document.activeElement === prompt };
}
