/**
 * Tiles of any shapes in rows that are filled from edge to edge, from their sizes alone: nothing has to be drawn to know the
 * height of the page, so nothing moves when it is. Pure.
 */

interface PlacedTile {
  /** What it shows. */
  readonly id: string;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Tiles beside each other, or none, for a heading. */
export interface PlacedRow<Tile extends PlacedTile = PlacedTile> {
  readonly top: number;
  readonly height: number;
  readonly tiles: readonly Tile[];
}

export interface Layout<Row extends PlacedRow> {
  readonly rows: readonly Row[];
  readonly height: number;
  /** The row of each tile, by what it shows. */
  readonly rowOf: ReadonlyMap<string, number>;
}

/** In pixels. `rem` is the size of the reader's text, which captions and headings grow with. */
export interface Frame {
  readonly width: number;
  readonly rem: number;
}

/** A tile that is alone in its row, because the next is a wide one, does not fill the screen. */
const GROWTH_MAX = 2.5;

/**
 * The first and the end of each row, and its height: each tile has its own shape, its width by its height. As many are in a
 * row as fit in it at the height `target`, and they grow together until it is full; those of the last row do not. Lines of
 * flexible boxes come out the same, and so the server draws the first works of the explore page without knowing its width.
 */
export function* rowsOf(shapes: readonly number[], width: number, target: number, gap: number) {
  let first = 0;
  let sum = 0;
  for (const [at, shape] of shapes.entries()) {
    if (at > first && target * (sum + shape) + gap * (at - first) > width) {
      const height = (width - gap * (at - first - 1)) / sum;
      yield { first, end: at, height: Math.min(height, target * GROWTH_MAX) };
      first = at;
      sum = 0;
    }
    sum += shape;
  }
  if (shapes.length === 0) return;
  const height = (width - gap * (shapes.length - first - 1)) / sum;
  yield { first, end: shapes.length, height: Math.min(height, target) };
}

/** The rows that are nearest to a stretch of the page; `from` and `to` are pixels of the list. */
export function rowsBetween<Row extends PlacedRow>(
  { rows }: Layout<Row>,
  from: number,
  to: number,
): readonly [number, number] {
  const first = rowAt(rows, from);
  let end = first;
  while (end < rows.length && (rows[end]?.top ?? 0) < to) end += 1;
  return [first, end];
}

/** The row at this height, or the nearest. */
export function rowAt(rows: readonly PlacedRow[], y: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** The tile that an arrow key leads to; undefined at the edges. */
export function neighbourOf<Row extends PlacedRow>(
  { rows, rowOf }: Layout<Row>,
  id: string,
  key: string,
): string | undefined {
  const at = rowOf.get(id);
  const row = at === undefined ? undefined : rows[at];
  const index = row?.tiles.findIndex((tile) => tile.id === id) ?? -1;
  const tile = row?.tiles[index];
  if (at === undefined || row === undefined || tile === undefined) return undefined;
  if (key === 'ArrowRight' && index + 1 < row.tiles.length) return row.tiles[index + 1]?.id;
  if (key === 'ArrowLeft' && index > 0) return row.tiles[index - 1]?.id;
  const step = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1;
  let other = at + step;
  while (rows[other]?.tiles.length === 0) other += step;
  const tiles = rows[other]?.tiles ?? [];
  if (key === 'ArrowRight') return tiles[0]?.id;
  if (key === 'ArrowLeft') return tiles.at(-1)?.id;
  const middle = tile.left + tile.width / 2;
  const distance = ({ left, width }: PlacedTile): number => Math.abs(left + width / 2 - middle);
  return [...tiles].sort((one, two) => distance(one) - distance(two))[0]?.id;
}
