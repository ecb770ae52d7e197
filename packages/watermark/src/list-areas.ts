import { type Area, type Pixels, wholeOf } from './draw-canvas.ts';

/**
 * A line belongs to a bar when this share of its pixels has one and the same brightness: not nearly the same, because a
 * watermarked line of one colour is nearly so.
 */
const SHARE_OF_BAR = 0.85;
/** Lines are judged by at most so many of their pixels. */
const MAX_SAMPLES = 128;
/** Less of a side than this is not taken for the image between bars. */
const MIN_SHARE = 0.15;
/** Bars above and below hide those at the sides from the first look, and the other way round. */
const LOOKS = 3;

/**
 * The areas of an image in which a watermark may be: all of it and, when there are bars or a border around it, what is
 * between them. Text and symbols on a bar do not matter, because the image is the longest run of lines without one.
 */
export function* listAreas(pixels: Pixels): Generator<Area> {
  const whole = wholeOf(pixels);
  yield whole;
  let area = whole;
  for (let look = 0; look < LOOKS; look++) {
    const before = area;
    const rows = longestRun(findBarRows(pixels, area), whole.height);
    area = { ...area, top: area.top + rows.first, height: rows.count };
    const columns = longestRun(findBarColumns(pixels, area), whole.width);
    area = { ...area, left: area.left + columns.first, width: columns.count };
    if (area.height === before.height && area.width === before.width) break;
  }
  if (area.width !== whole.width || area.height !== whole.height) yield area;
}

function findBarRows(pixels: Pixels, { left, top, width, height }: Area): readonly boolean[] {
  const samples = Math.min(MAX_SAMPLES, width);
  const row = new Uint8Array(samples);
  return Array.from({ length: height }, (_, y) => {
    for (let at = 0; at < samples; at++) {
      row[at] = brightnessAt(pixels, left + Math.floor(((at + 0.5) * width) / samples), top + y);
    }
    return isBar(row);
  });
}

/** Rows are read one after the other, so that memory is read in its order. */
function findBarColumns(pixels: Pixels, { left, top, width, height }: Area): readonly boolean[] {
  const samples = Math.min(MAX_SAMPLES, height);
  const columns = new Uint8Array(samples * width);
  for (let at = 0; at < samples; at++) {
    const y = top + Math.floor(((at + 0.5) * height) / samples);
    for (let x = 0; x < width; x++) columns[x * samples + at] = brightnessAt(pixels, left + x, y);
  }
  return Array.from({ length: width }, (_, x) => isBar(columns.subarray(x * samples, (x + 1) * samples)));
}

function brightnessAt({ width, channels, data }: Pixels, x: number, y: number): number {
  const at = (y * width + x) * channels;
  if (channels < 3) return data[at] as number;
  return (77 * (data[at] as number) + 150 * (data[at + 1] as number) + 29 * (data[at + 2] as number)) >> 8;
}

function isBar(line: Uint8Array): boolean {
  const count = new Uint16Array(256);
  for (const one of line) count[one] = (count[one] as number) + 1;
  return count.some((one) => one >= SHARE_OF_BAR * line.length);
}

/** The longest run of lines that belong to no bar; all of them when that is too short to be an image. */
function longestRun(bars: readonly boolean[], side: number): { first: number; count: number } {
  let longest = { first: 0, count: 0 };
  let first = 0;
  for (let at = 0; at <= bars.length; at++) {
    if (at < bars.length && bars[at] === false) continue;
    if (at - first > longest.count) longest = { first, count: at - first };
    first = at + 1;
  }
  return longest.count < MIN_SHARE * side ? { first: 0, count: bars.length } : longest;
}
