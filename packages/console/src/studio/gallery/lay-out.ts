import type { JobApiJobStatus, Size } from '@kinora/contract';
import type { Day } from './group-jobs.ts';

/**
 * Where each tile of a long gallery is, from the sizes of the results alone: nothing has to be drawn to know the height of
 * the page, so nothing moves when it is. Pure.
 */

interface PlacedTile {
  readonly job: JobApiJobStatus;
  /** Its place among all, from 0. */
  readonly place: number;
  readonly left: number;
  readonly width: number;
  /** Without the caption below it. */
  readonly height: number;
  readonly hasCaption: boolean;
}

/** A heading, or tiles beside each other. */
export interface Row {
  readonly top: number;
  readonly height: number;
  readonly heading?: { readonly day: number } | { readonly prompt: string; readonly count: number };
  readonly tiles: readonly PlacedTile[];
}

export interface Layout {
  readonly rows: readonly Row[];
  readonly height: number;
  /** The row of each job. */
  readonly rowOf: ReadonlyMap<string, number>;
}

/** In pixels. `rem` is the size of the reader's text, which captions and headings grow with. */
export interface Frame {
  readonly width: number;
  readonly rem: number;
}

const GAP = 8;
const CAPTION_REM = 2;
const DAY_REM = 3;
const PROMPT_REM = 2.5;
/** No row is higher, and none of a full group much lower. */
const ROW_HEIGHT = 208;
const ROW_HEIGHT_NARROW = 132;
const NARROW = 560;
/** What is longer than this is shown whole within it. */
const SHAPE_MIN = 0.4;
const SHAPE_MAX = 3;

export const shapeOf = ({ width, height }: Size): number =>
  Math.min(SHAPE_MAX, Math.max(SHAPE_MIN, width / height));

export function layOut(days: readonly Day[], { width, rem }: Frame): Layout {
  const rows: Row[] = [];
  const rowOf = new Map<string, number>();
  const target = width < NARROW ? ROW_HEIGHT_NARROW : ROW_HEIGHT;
  let top = 0;
  let place = 0;
  const add = (row: Omit<Row, 'top'>): void => {
    for (const { job } of row.tiles) rowOf.set(job.job_id, rows.length);
    rows.push({ top, ...row });
    top += row.height;
  };
  for (const { startsAt, groups } of days) {
    add({ height: DAY_REM * rem, heading: { day: startsAt }, tiles: [] });
    for (const { prompt, jobs } of groups) {
      if (prompt !== undefined) {
        add({ height: PROMPT_REM * rem, heading: { prompt, count: jobs.length }, tiles: [] });
      }
      const caption = prompt === undefined ? CAPTION_REM * rem : 0;
      for (const { first, end, height } of rowsOf(jobs, width, target)) {
        let left = 0;
        const tiles = jobs.slice(first, end).map((job) => {
          const tile = {
            job,
            place: place++,
            left,
            width: shapeOf(job) * height,
            height,
            hasCaption: caption > 0,
          };
          left += tile.width + GAP;
          return tile;
        });
        add({ height: height + caption + GAP, tiles });
      }
    }
  }
  return { rows, height: top, rowOf };
}

/** Rows that are filled from edge to edge, each tile in its own proportions; the last is as high as it would be without. */
function* rowsOf(jobs: readonly JobApiJobStatus[], width: number, target: number) {
  let first = 0;
  let shapes = 0;
  for (let end = 1; end <= jobs.length; end++) {
    const job = jobs[end - 1];
    if (job === undefined) return;
    shapes += shapeOf(job);
    const height = (width - GAP * (end - first - 1)) / shapes;
    if (height > target && end < jobs.length) continue;
    yield { first, end, height: Math.min(height, target) };
    first = end;
    shapes = 0;
  }
}

/** The rows that are nearest to a stretch of the page; `from` and `to` are pixels of the gallery. */
export function rowsBetween({ rows }: Layout, from: number, to: number): readonly [number, number] {
  const first = rowAt(rows, from);
  let end = first;
  while (end < rows.length && (rows[end]?.top ?? 0) < to) end += 1;
  return [first, end];
}

/** The row at this height, or the nearest. */
export function rowAt(rows: readonly Row[], y: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** The job that an arrow key leads to; undefined at the edges. */
export function neighbourOf({ rows, rowOf }: Layout, jobId: string, key: string): string | undefined {
  const at = rowOf.get(jobId);
  const row = at === undefined ? undefined : rows[at];
  const index = row?.tiles.findIndex(({ job }) => job.job_id === jobId) ?? -1;
  const tile = row?.tiles[index];
  if (at === undefined || row === undefined || tile === undefined) return undefined;
  if (key === 'ArrowRight' && index + 1 < row.tiles.length) return row.tiles[index + 1]?.job.job_id;
  if (key === 'ArrowLeft' && index > 0) return row.tiles[index - 1]?.job.job_id;
  const step = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1;
  let other = at + step;
  while (rows[other]?.tiles.length === 0) other += step;
  const tiles = rows[other]?.tiles ?? [];
  if (key === 'ArrowRight') return tiles[0]?.job.job_id;
  if (key === 'ArrowLeft') return tiles.at(-1)?.job.job_id;
  const middle = tile.left + tile.width / 2;
  const distance = ({ left, width }: PlacedTile): number => Math.abs(left + width / 2 - middle);
  return [...tiles].sort((one, two) => distance(one) - distance(two))[0]?.job.job_id;
}
