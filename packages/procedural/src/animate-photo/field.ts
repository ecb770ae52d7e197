/** A small scalar map over the whole image, such as depth, water or sky likelihood. */
export interface Field {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

export function createField(width: number, height: number, at: (x: number, y: number) => number): Field {
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) values[y * width + x] = at(x, y);
  return { width, height, values };
}

/** Combines fields of the same size cell by cell into a new one. */
export function mapFields(fields: readonly Field[], combine: (...cells: number[]) => number): Field {
  const [first] = fields;
  if (!first) throw new Error('mapFields needs at least one field.');
  const values = new Float32Array(first.values.length);
  for (let index = 0; index < values.length; index++) {
    values[index] = combine(...fields.map((field) => field.values[index] as number));
  }
  return { width: first.width, height: first.height, values };
}

/** Box blur over `radius` cells in each direction; border cells are repeated at the edges. */
export function blurField(field: Field, radius: number): Field {
  const reach = Math.max(0, Math.round(radius));
  if (reach === 0) return field;
  const { width, height } = field;
  const across = new Float32Array(field.values.length);
  const both = new Float32Array(field.values.length);
  for (let y = 0; y < height; y++) blurLine(field.values, across, y * width, 1, width, reach);
  for (let x = 0; x < width; x++) blurLine(across, both, x, width, height, reach);
  return { width, height, values: both };
}

function blurLine(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  count: number,
  reach: number,
): void {
  const at = (index: number) => from[start + step * Math.max(0, Math.min(count - 1, index))] as number;
  let sum = 0;
  for (let index = -reach; index <= reach; index++) sum += at(index);
  for (let index = 0; index < count; index++) {
    to[start + step * index] = sum / (2 * reach + 1);
    sum += at(index + reach + 1) - at(index - reach);
  }
}

/** Rescales the values to 0 to 1 after cutting off the `cut` fraction at each end. */
export function spreadField(field: Field, cut: number): Field {
  const sorted = new Float32Array(field.values).sort();
  const low = sorted[Math.floor(cut * (sorted.length - 1))] as number;
  const high = sorted[Math.ceil((1 - cut) * (sorted.length - 1))] as number;
  const span = Math.max(1e-6, high - low);
  return mapFields([field], (value) => Math.max(0, Math.min(1, ((value as number) - low) / span)));
}

/**
 * Bilinear sample at a position given as fractions of width and height; positions outside are clamped to
 * the border.
 */
export function sampleField(field: Field, u: number, v: number): number {
  const { width, height, values } = field;
  const x = Math.max(0, Math.min(width - 1.001, u * width - 0.5));
  const y = Math.max(0, Math.min(height - 1.001, v * height - 0.5));
  const left = x | 0;
  const top = y | 0;
  const at = top * width + left;
  const fx = x - left;
  const upper = (values[at] as number) * (1 - fx) + (values[at + 1] as number) * fx;
  const lower = (values[at + width] as number) * (1 - fx) + (values[at + width + 1] as number) * fx;
  return upper + (lower - upper) * (y - top);
}
