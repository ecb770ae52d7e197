import { type RefObject, useEffect, useRef, useState } from 'react';

interface Grid {
  readonly columns: number;
  /** Pixels from one row to the next. */
  readonly rowHeight: number;
  /** The rows that are drawn: the visible ones and some before and after them. */
  readonly firstRow: number;
  readonly lastRow: number;
}

export interface WindowedGrid extends Grid {
  readonly list: RefObject<HTMLUListElement | null>;
}

const TILE_MIN = 168;
export const GAP = 12;
const CAPTION = 32;
/** Rows beyond the edge of the screen, so that a quick scroll shows no gaps. */
const SPARE_ROWS = 3;

/** The part of a long grid that is near the screen, so that thousands of tiles cost what a few dozen cost. */
export function useWindow(count: number): WindowedGrid {
  const list = useRef<HTMLUListElement>(null);
  const [grid, setGrid] = useState<Grid>({ columns: 2, rowHeight: 240, firstRow: 0, lastRow: 8 });
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = (): void => setGrid((before) => keep(before, gridOf(element, count)));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [count]);
  return { ...grid, list };
}

function gridOf(element: HTMLElement, count: number): Grid {
  const { width, top } = element.getBoundingClientRect();
  const columns = Math.max(2, Math.floor((width + GAP) / (TILE_MIN + GAP)));
  const tile = (width - GAP * (columns - 1)) / columns;
  const rowHeight = tile + CAPTION + GAP;
  const rows = Math.ceil(count / columns);
  const firstRow = Math.floor(-top / rowHeight) - SPARE_ROWS;
  const lastRow = Math.ceil((window.innerHeight - top) / rowHeight) + SPARE_ROWS;
  return {
    columns,
    rowHeight,
    firstRow: Math.max(0, Math.min(firstRow, rows - 1)),
    lastRow: Math.max(0, Math.min(lastRow, rows)),
  };
}

/** The same object while nothing changed, so that scrolling within a row draws nothing. */
function keep(before: Grid, after: Grid): Grid {
  const same = (Object.keys(after) as (keyof Grid)[]).every((key) => before[key] === after[key]);
  return same ? before : after;
}
