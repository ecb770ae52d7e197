import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { neighbourOf } from '../../value/justified-rows.ts';
import type { WindowedList } from '../../value/use-window.ts';
import type { Row } from './lay-out.ts';

/** Frames in which a tile is drawn after the page has scrolled to it. */
const DRAWN_WITHIN = 30;
const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/**
 * The arrow keys move between tiles, also to those that are not drawn yet. `goal` is the tile that gets the focus once it
 * is drawn: a key that repeats faster goes on from there.
 */
export function moveFocus(
  event: KeyboardEvent<HTMLUListElement>,
  { layout, scrollTo }: WindowedList<Row>,
  goal: RefObject<string | undefined>,
): void {
  const fromId = goal.current ?? idOf(document.activeElement);
  if (!ARROWS.includes(event.key) || fromId === undefined) return;
  const to = neighbourOf(layout, fromId, event.key) ?? aboveGallery(event.key);
  if (to === undefined) return;
  event.preventDefault();
  goal.current = to;
  if (tileOf(to) === null) scrollTo(to);
  focusSoon(
    to,
    () => goal.current === to,
    () => {
      goal.current = undefined;
    },
  );
}

/** The last result on the stage, which is above the first row. */
const aboveGallery = (key: string): string | undefined =>
  key === 'ArrowUp' || key === 'ArrowLeft' ? idOf(tilesOf('[data-stage] ').at(-1) ?? null) : undefined;

/** On the stage they move between the variants, and from there to the gallery below. */
export function moveFocusOnStage(event: KeyboardEvent<HTMLUListElement>): void {
  const staged = tilesOf('[data-stage] ');
  const all = tilesOf('');
  const at = all.indexOf(document.activeElement as HTMLElement);
  const goals: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowDown: staged.length,
  };
  const tile = all[goals[event.key] ?? -1];
  if (at < 0 || tile === undefined) return;
  event.preventDefault();
  tile.focus();
}

/** How the gallery on the page draws a tile that is far away; undefined while there is none. */
let bringNear: ((jobId: string) => void) | undefined;

/** Lets the focus return to the tiles of this gallery. */
export function useReturningFocus({ scrollTo }: WindowedList<Row>): void {
  useEffect(() => {
    bringNear = scrollTo;
    return () => {
      bringNear = undefined;
    };
  }, [scrollTo]);
}

/** Gives the focus to the tile of a job whose details were closed, which may be another than was opened. */
export function returnFocus(jobId: string): void {
  if (tileOf(jobId) === null) bringNear?.(jobId);
  focusSoon(jobId, () => true);
}

/** Gives a tile the focus once it is drawn, as long as it is wanted. */
function focusSoon(jobId: string, isWanted: () => boolean, onEnd?: () => void): void {
  const focus = (framesLeft: number): void => {
    if (!isWanted()) return;
    const tile = tileOf(jobId);
    if (tile === null && framesLeft > 0) {
      requestAnimationFrame(() => focus(framesLeft - 1));
      return;
    }
    onEnd?.();
    tile?.focus();
  };
  focus(DRAWN_WITHIN);
}

const tileOf = (jobId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-job="${CSS.escape(jobId)}"]`);

const tilesOf = (within: string): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`${within}[data-job]`),
];

export const idOf = (element: Element | null): string | undefined =>
  element instanceof HTMLElement ? element.dataset.job : undefined;
