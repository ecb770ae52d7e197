import type { ConsoleWork } from '@kinora/contract';
import { memo, useCallback, useEffect, useRef } from 'react';
import { DemonstrationMark } from '../value/demonstration.tsx';
import { type Frame, type Layout, type PlacedRow, rowsOf } from '../value/justified-rows.ts';
import { PlayingVideo } from '../value/playing-video.tsx';
import { RetriedImage } from '../value/retried-image.tsx';
import { useWindow } from '../value/use-window.ts';
import { shapeOf } from '../value/work-shape.ts';
import classes from './work-grid.module.css';

interface WorkGridProps {
  /** Undefined until they are known. */
  readonly works: readonly ConsoleWork[] | undefined;
  /** Their last row waits for the next ones, because it would grow under the eyes of the person when they arrive. */
  readonly hasMore: boolean;
  readonly onOpen: (id: string) => void;
  /** The end of them is near the screen. */
  readonly onNearEnd: () => void;
}

interface PlacedWork {
  readonly id: string;
  readonly work: ConsoleWork;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

type Row = PlacedRow<PlacedWork>;

const GAP = 6;
/** In pixels, as in explore.css; full rows are higher. */
const ROW_HEIGHT = 240;
const ROW_HEIGHT_NARROW = 120;
const NARROW = 640;
/** The first pictures that a visitor sees are loaded before anything else. */
const FIRST_SEEN = 6;
/** Where each work is: in rows that are filled from edge to edge, each in its own proportions. Pure. */
function layOut(works: readonly ConsoleWork[], hasMore: boolean, { width }: Frame): Layout<Row> {
  const rows: Row[] = [];
  const rowOf = new Map<string, number>();
  const target = width < NARROW ? ROW_HEIGHT_NARROW : ROW_HEIGHT;
  let top = 0;
  const filled = [...rowsOf(works.map(shapeOf), width, target, GAP)];
  if (hasMore && filled.length > 1) filled.pop();
  for (const { first, end, height } of filled) {
    let left = 0;
    const tiles = works.slice(first, end).map((work) => {
      const tile = { id: work.id, work, left, width: shapeOf(work) * height, height };
      rowOf.set(work.id, rows.length);
      left += tile.width + GAP;
      return tile;
    });
    rows.push({ top, height: height + GAP, tiles });
    top += height + GAP;
  }
  return { rows, height: top, rowOf };
}

/** Works in rows of true proportions; only those near the screen are on the page. */
export function WorkGrid({ works, hasMore, onOpen, onNearEnd }: WorkGridProps) {
  const { list, layout, shown, isNearEnd } = useWindow(
    useCallback((frame: Frame) => layOut(works ?? [], hasMore, frame), [works, hasMore]),
  );
  // The same function, so that no tile is drawn again for it.
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const open = useCallback((id: string) => latest.current(id), []);
  const isDue = isNearEnd && layout.rows.length > 0;
  useEffect(() => {
    if (isDue) onNearEnd();
  }, [isDue, onNearEnd]);
  return (
    <ul
      ref={list}
      className={classes.grid}
      // Until the works are known, as high as a screen of them, so that what is below does not jump.
      style={{ height: works === undefined ? '120vh' : layout.height }}
      aria-label="Published works"
    >
      {shown.flatMap(({ top, tiles }) =>
        tiles.map(({ work, left, width, height }) => (
          <Tile
            key={work.id}
            work={work}
            top={top}
            left={left}
            width={width}
            height={height}
            isFirst={isFirst(works, work)}
            onOpen={open}
          />
        )),
      )}
    </ul>
  );
}

const isFirst = (works: readonly ConsoleWork[] | undefined, work: ConsoleWork): boolean =>
  works?.slice(0, FIRST_SEEN).includes(work) === true;

/** Whole pixels: by a hundredth larger than the one that the server drew, a tile would count as painted anew. */
const inPixels = ({ left, top, width, height }: Pick<TileProps, 'left' | 'top' | 'width' | 'height'>) => ({
  transform: `translate(${Math.round(left)}px, ${Math.round(top)}px)`,
  width: Math.floor(width),
  height: Math.floor(height),
});

interface TileProps {
  readonly work: ConsoleWork;
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly isFirst: boolean;
  readonly onOpen: (id: string) => void;
}

const Tile = memo(function Tile({ work, top, left, width, height, isFirst: isSeenFirst, onOpen }: TileProps) {
  return (
    <li className={classes.tile} style={inPixels({ left, top, width, height })}>
      <button type="button" className={classes.open} data-work={work.id} onClick={() => onOpen(work.id)}>
        <Preview work={work} isFirst={isSeenFirst} />
        {work.demonstration && <DemonstrationMark />}
        <span className={classes.prompt} dir="auto">
          {work.kind === 'video' && (
            <span className={classes.length} dir="ltr">
              <span className={classes.hidden}>Video, </span>▶ {Math.round(work.duration ?? 0)} s
            </span>
          )}
          {work.prompt}
        </span>
      </button>
    </li>
  );
});

function Preview({ work, isFirst: isSeenFirst }: Pick<TileProps, 'work' | 'isFirst'>) {
  const { url, preview_url: preview, width, height } = work;
  if (work.kind === 'video') {
    return (
      <PlayingVideo
        src={url}
        poster={preview}
        label=""
        width={width}
        height={height}
        plays="on-hover"
        loading="eager"
      />
    );
  }
  if (preview === null) return null;
  return (
    <RetriedImage
      src={preview}
      alt=""
      width={width}
      height={height}
      decoding="async"
      {...(isSeenFirst && { fetchPriority: 'high' as const })}
    />
  );
}
