import { blurField, createField, type Field, mapFields, sampleField } from '../animate-photo/field.ts';
import { smoothstep } from '../colour/colour.ts';

/** Pixels of an image, four bytes each. */
export interface RgbaImage {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Width of the small copy in which the sky is segmented. */
const SMALL_WIDTH = 168;
/** Largest step between neighbours of one sky, as a fraction of white. */
const SKY_STEP = 0.035;
const SKY_TEXTURE = 0.05;
/**
 * Colour distances, as fractions of white, below which a pixel is certainly sky and above which it is
 * certainly not.
 */
const LIKE_SKY = 0.07;
const UNLIKE_SKY = 0.2;
/** Less than this is a gap between leaves; more is a plain background. */
const MIN_SKY = 0.05;
const MAX_SKY = 0.9;

/** Segments the sky: 0 to 1 for every pixel; undefined if the image shows none. */
export function findSky(image: RgbaImage): Float32Array | undefined {
  const small = shrink(image);
  const mask = growFromTop(small);
  const share = mask.values.reduce((sum, value) => sum + value, 0) / mask.values.length;
  if (share < MIN_SKY || share > MAX_SKY || isWarmAndDark(small, mask, share)) return undefined;
  return compareToSky(image, small, mask);
}

/** Wood, skin and brick are smooth too, but no sky has their colour. */
function isWarmAndDark(small: SmallImage, mask: Field, share: number): boolean {
  const mean = (field: Field): number =>
    field.values.reduce((sum, value, cell) => sum + value * (mask.values[cell] as number), 0) /
    (share * mask.values.length);
  return mean(small.red) - mean(small.blue) > 0.16 && mean(small.light) < 0.62;
}

interface SmallImage {
  readonly red: Field;
  readonly green: Field;
  readonly blue: Field;
  readonly light: Field;
}

function shrink({ data, width, height }: RgbaImage): SmallImage {
  const columns = Math.min(width, SMALL_WIDTH);
  const rows = Math.max(8, Math.round((columns * height) / width));
  const channel = (part: number) =>
    createField(columns, rows, (x, y) => {
      // The mean of nine samples is enough: only large smooth areas matter.
      let sum = 0;
      for (let index = 0; index < 9; index++) {
        const column = Math.floor(((x + ((index % 3) + 0.5) / 3) * width) / columns);
        const row = Math.floor(((y + (Math.floor(index / 3) + 0.5) / 3) * height) / rows);
        sum += data[(Math.min(height - 1, row) * width + Math.min(width - 1, column)) * 4 + part] as number;
      }
      return sum / 9 / 255;
    });
  const [red, green, blue] = [channel(0), channel(1), channel(2)];
  const light = mapFields(
    [red, green, blue],
    (r, g, b) => 0.2126 * (r as number) + 0.7152 * (g as number) + 0.0722 * (b as number),
  );
  return { red, green, blue, light };
}

/**
 * Region growing from the upper edge over cells that differ little from their neighbour and have little
 * texture.
 */
function growFromTop(small: SmallImage): Field {
  const { width, height } = small.light;
  const texture = mapFields([small.light, blurField(small.light, 1)], (value, mean) =>
    Math.abs((value as number) - (mean as number)),
  );
  const values = new Float32Array(width * height);
  const queue: number[] = [];
  const join = (cell: number): void => {
    if (values[cell] === 1 || (texture.values[cell] as number) > SKY_TEXTURE) return;
    values[cell] = 1;
    queue.push(cell);
  };
  for (let x = 0; x < width; x++) join(x);
  const channels = [small.red.values, small.green.values, small.blue.values];
  for (let next = 0; next < queue.length; next++) {
    const cell = queue[next] as number;
    const x = cell % width;
    const row = Math.floor(cell / width);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      if (x + dx < 0 || x + dx >= width || row + dy < 0 || row + dy >= height) continue;
      const other = cell + dx + dy * width;
      const step = Math.max(
        ...channels.map((values) => Math.abs((values[other] as number) - (values[cell] as number))),
      );
      if (step < SKY_STEP) join(other);
    }
  }
  return { width, height, values };
}

/**
 * Within reach of the segmented cells, a pixel is sky to the degree that its colour matches the sky nearby.
 * This keeps outlines clean and finds the gaps between leaves.
 */
function compareToSky(image: RgbaImage, small: SmallImage, mask: Field): Float32Array {
  const near = Math.max(2, Math.round(mask.width / 24));
  const weight = blurField(blurField(mask, near), near);
  const [red, green, blue] = [small.red, small.green, small.blue].map((channel) =>
    mapFields(
      [
        blurField(
          blurField(
            mapFields([channel, mask], (value, sky) => (value as number) * (sky as number)),
            near,
          ),
          near,
        ),
        weight,
      ],
      (sum, cells) => (sum as number) / Math.max(1e-4, cells as number),
    ),
  ) as [Field, Field, Field];
  const reach = mapFields([blurField(mask, 2)], (value) => Math.min(1, (value as number) * 5));
  const { data, width, height } = image;
  const result = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / height;
    for (let x = 0; x < width; x++) {
      const u = (x + 0.5) / width;
      const within = sampleField(reach, u, v);
      if (within <= 0) continue;
      const at = (y * width + x) * 4;
      const distance = Math.hypot(
        (data[at] as number) / 255 - sampleField(red, u, v),
        (data[at + 1] as number) / 255 - sampleField(green, u, v),
        (data[at + 2] as number) / 255 - sampleField(blue, u, v),
      );
      result[y * width + x] = within * smoothstep(UNLIKE_SKY, LIKE_SKY, distance);
    }
  }
  return result;
}
