import type { JobApiJobStatus, Size } from '@kinora/contract';
import { type Frame, type Layout, type PlacedRow, rowsOf } from '../../value/justified-rows.ts';
import type { Day } from './group-jobs.ts';

/**
 * Where each tile of a long gallery is, from the sizes of the results alone: nothing has to be drawn to know the height of
 * the page, so nothing moves when it is. Pure.
 */

interface PlacedJob {
  readonly id: string;
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
export interface Row extends PlacedRow<PlacedJob> {
  readonly heading?: { readonly day: number } | { readonly prompt: string; readonly count: number };
}

const GAP = 8;
const CAPTION_REM = 2;
const DAY_REM = 3;
const PROMPT_REM = 2.5;
/** Full rows are higher. The narrowest tile has room for why a job failed. */
const ROW_HEIGHT = 184;
const ROW_HEIGHT_NARROW = 132;
const NARROW = 560;
/** What is longer than this is shown whole within it. */
const SHAPE_MIN = 0.4;
const SHAPE_MAX = 3;

export const shapeOf = ({ width, height }: Size): number =>
  Math.min(SHAPE_MAX, Math.max(SHAPE_MIN, width / height));

export function layOut(days: readonly Day[], { width, rem }: Frame): Layout<Row> {
  const rows: Row[] = [];
  const rowOf = new Map<string, number>();
  const target = width < NARROW ? ROW_HEIGHT_NARROW : ROW_HEIGHT;
  let top = 0;
  let place = 0;
  const add = (row: Omit<Row, 'top'>): void => {
    for (const { id } of row.tiles) rowOf.set(id, rows.length);
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
      for (const { first, end, height } of rowsOf(jobs.map(shapeOf), width, target, GAP)) {
        let left = 0;
        const tiles = jobs.slice(first, end).map((job) => {
          const tile = {
            id: job.job_id,
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
