import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Day } from './group-jobs.ts';
import { type Frame, type Layout, layOut, type Row, rowAt, rowsBetween } from './lay-out.ts';

export interface WindowedGallery {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly layout: Layout;
  /** The rows that are drawn: the visible ones and some before and after them. */
  readonly shown: readonly Row[];
  /** Whether the end of what is loaded is near the screen. */
  readonly isNearEnd: boolean;
  /** Scrolls to a job that may not be drawn, so that it will be. */
  readonly scrollTo: (jobId: string) => void;
}

/** Beyond the edge of the screen, so that a quick scroll shows no gaps. */
const SPARE_PX = 700;
/** However small the tiles are and however large the screen is. */
const DRAWN_MAX = 280;

/**
 * The part of a long gallery that is near the screen, so that ten thousand tiles cost what a few dozen cost. What is added
 * or removed above does not move what the person looks at.
 */
export function useWindow(days: readonly Day[]): WindowedGallery {
  const list = useRef<HTMLUListElement>(null);
  const [frame, setFrame] = useState<Frame>();
  const [[first, end], setRange] = useState<readonly [number, number]>([0, 0]);
  const layout = useMemo(() => (frame === undefined ? EMPTY : layOut(days, frame)), [days, frame]);
  const current = useRef(layout);
  const anchor = useRef<Anchor>(undefined);

  const look = useCallback((): void => {
    const element = list.current;
    if (element === null) return;
    const { top } = element.getBoundingClientRect();
    const range = rowsBetween(current.current, -top - SPARE_PX, window.innerHeight - top + SPARE_PX);
    setRange((before) => (before[0] === range[0] && before[1] === range[1] ? before : range));
    anchor.current = anchorOf(current.current, top);
  }, []);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = (): void => setFrame((before) => keep(before, frameOf(element)));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [look]);
  useLayoutEffect(() => {
    current.current = layout;
    if (list.current !== null) holdStill(layout, list.current, anchor.current);
    look();
  }, [layout, look]);
  const scrollTo = useCallback((jobId: string): void => {
    const row = current.current.rows[current.current.rowOf.get(jobId) ?? -1];
    const element = list.current;
    if (row === undefined || element === null) return;
    const top = element.getBoundingClientRect().top + window.scrollY + row.top;
    window.scrollTo({ top: top + row.height / 2 - window.innerHeight / 2 });
  }, []);
  const isNearEnd = end >= layout.rows.length;
  return { list, layout, shown: atMost(layout.rows.slice(first, end)), isNearEnd, scrollTo };
}

const EMPTY: Layout = { rows: [], height: 0, rowOf: new Map() };

function frameOf(element: HTMLElement): Frame {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { width: element.clientWidth, rem };
}

const keep = (before: Frame | undefined, after: Frame): Frame =>
  before?.width === after.width && before.rem === after.rem ? before : after;

function atMost(rows: readonly Row[]): readonly Row[] {
  let drawn = 0;
  return rows.filter(({ tiles }) => {
    drawn += tiles.length;
    return drawn <= DRAWN_MAX;
  });
}

/** The tile at the top of the screen, and where it is; undefined while the gallery begins below. */
type Anchor = { readonly jobId: string; readonly y: number } | undefined;

function anchorOf({ rows }: Layout, top: number): Anchor {
  if (top >= 0) return undefined;
  const row = rows.slice(rowAt(rows, -top)).find(({ tiles }) => tiles.length > 0);
  const jobId = row?.tiles[0]?.job.job_id;
  return row === undefined || jobId === undefined ? undefined : { jobId, y: top + row.top };
}

function holdStill({ rows, rowOf }: Layout, element: HTMLElement, anchor: Anchor): void {
  const row = anchor && rows[rowOf.get(anchor.jobId) ?? -1];
  if (anchor === undefined || row === undefined) return;
  const moved = element.getBoundingClientRect().top + row.top - anchor.y;
  if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
}
