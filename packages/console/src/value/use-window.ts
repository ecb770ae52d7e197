import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Frame, type Layout, type PlacedRow, rowAt, rowsBetween } from './justified-rows.ts';

export interface WindowedList<Row extends PlacedRow> {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly layout: Layout<Row>;
  /** The rows that are drawn: the visible ones and some before and after them. */
  readonly shown: readonly Row[];
  /** Whether the end of what is loaded is near the screen. */
  readonly isNearEnd: boolean;
  /** Scrolls to a tile that may not be drawn, so that it will be. */
  readonly scrollTo: (id: string) => void;
  /** The row of this tile stays drawn wherever the page is: what has the focus would lose it with its place in the page. */
  readonly keepDrawn: (id: string | undefined) => void;
}

/** Beyond the edge of the screen, so that a quick scroll shows no gaps. */
const SPARE_PX = 700;
/** When less than this is left of it, more is drawn: in larger parts, so that one is done before the next is due. */
const MIN_SPARE_PX = 350;
/** However small the tiles are and however large the screen is. */
const DRAWN_MAX = 280;

/**
 * The part of a long list that is near the screen, so that ten thousand tiles cost what a few dozen cost. What is added
 * or removed above does not move what the person looks at. `layOut` changes with what is listed, and only then.
 */
export function useWindow<Row extends PlacedRow>(layOut: (frame: Frame) => Layout<Row>): WindowedList<Row> {
  const list = useRef<HTMLUListElement>(null);
  const [frame, setFrame] = useState<Frame>();
  const [[first, end], setRange] = useState<readonly [number, number]>([0, 0]);
  const layout = useMemo(() => (frame === undefined ? emptyLayout<Row>() : layOut(frame)), [layOut, frame]);
  const current = useRef(layout);
  const anchor = useRef<Anchor>(undefined);
  const [keptId, keepDrawn] = useState<string>();

  const look = useCallback((isNew = false): void => {
    const element = list.current;
    if (element === null) return;
    const { top } = element.getBoundingClientRect();
    const around = (spare: number) =>
      rowsBetween(current.current, -top - spare, window.innerHeight - top + spare);
    const [firstNeeded, endNeeded] = around(MIN_SPARE_PX);
    setRange((before) =>
      !isNew && before[0] <= firstNeeded && before[1] >= endNeeded ? before : around(SPARE_PX),
    );
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
    const onScroll = (): void => look();
    window.addEventListener('scroll', onScroll, { passive: true });
    const onResize = (): void => look();
    window.addEventListener('resize', onResize);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onResize);
    };
  }, [look]);
  useLayoutEffect(() => {
    current.current = layout;
    if (list.current !== null) holdStill(layout, list.current, anchor.current);
    look(true);
  }, [layout, look]);
  const scrollTo = useCallback(
    (id: string): void => {
      const row = current.current.rows[current.current.rowOf.get(id) ?? -1];
      const element = list.current;
      if (row === undefined || element === null) return;
      const top = element.getBoundingClientRect().top + window.scrollY + row.top;
      window.scrollTo({ top: top + row.height / 2 - window.innerHeight / 2 });
      // Somebody waits for this tile.
      look();
    },
    [look],
  );
  const isNearEnd = end >= layout.rows.length;
  const kept = keptId === undefined ? undefined : layout.rowOf.get(keptId);
  const shown = withRow(layout.rows, kept, first, end);
  return { list, layout, shown, isNearEnd, scrollTo, keepDrawn };
}

/** The rows from the first to the end that fit, and the row that is kept, in their order. */
function withRow<Row extends PlacedRow>(
  rows: readonly Row[],
  kept: number | undefined,
  first: number,
  end: number,
): readonly Row[] {
  const near = atMost(rows.slice(first, end));
  const row = kept === undefined ? undefined : rows[kept];
  if (row === undefined || near.includes(row)) return near;
  return (kept ?? 0) < first ? [row, ...near] : [...near, row];
}

const emptyLayout = <Row extends PlacedRow>(): Layout<Row> => ({ rows: [], height: 0, rowOf: new Map() });

function frameOf(element: HTMLElement): Frame {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { width: element.clientWidth, rem };
}

const keep = (before: Frame | undefined, after: Frame): Frame =>
  before?.width === after.width && before.rem === after.rem ? before : after;

function atMost<Row extends PlacedRow>(rows: readonly Row[]): readonly Row[] {
  let drawn = 0;
  return rows.filter(({ tiles }) => {
    drawn += tiles.length;
    return drawn <= DRAWN_MAX;
  });
}

/** The tile at the top of the screen, and where it is; undefined while the gallery begins below. */
type Anchor = { readonly id: string; readonly y: number } | undefined;

function anchorOf({ rows }: Layout<PlacedRow>, top: number): Anchor {
  if (top >= 0) return undefined;
  const row = rows.slice(rowAt(rows, -top)).find(({ tiles }) => tiles.length > 0);
  const id = row?.tiles[0]?.id;
  return row === undefined || id === undefined ? undefined : { id, y: top + row.top };
}

function holdStill({ rows, rowOf }: Layout<PlacedRow>, element: HTMLElement, anchor: Anchor): void {
  const row = anchor && rows[rowOf.get(anchor.id) ?? -1];
  if (anchor === undefined || row === undefined) return;
  const moved = element.getBoundingClientRect().top + row.top - anchor.y;
  if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
}
