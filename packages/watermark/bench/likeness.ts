import type { Pixels } from '../src/draw-canvas.ts';

/** Peak signal to noise ratio over all colours, in decibels. */
export function psnrOf(a: Pixels, b: Pixels): number {
  let squares = 0;
  for (let at = 0; at < a.data.length; at++) {
    squares += ((a.data[at] as number) - (b.data[at] as number)) ** 2;
  }
  return 10 * Math.log10((255 ** 2 * a.data.length) / squares);
}

export function largestChange(a: Pixels, b: Pixels): number {
  let largest = 0;
  for (let at = 0; at < a.data.length; at++) {
    largest = Math.max(largest, Math.abs((a.data[at] as number) - (b.data[at] as number)));
  }
  return largest;
}

const WINDOW = 11;
const DEVIATION = 1.5;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/**
 * Structural similarity (Wang and others, 2004): of the luminance, over Gaussian windows of 11 by 11 pixels with a
 * deviation of 1.5, the mean of all windows inside the image. For RGB pixels.
 */
export function ssimOf(a: Pixels, b: Pixels): number {
  const [x, y] = [lumaOf(a), lumaOf(b)];
  const blurred = (of: (at: number) => number) =>
    blurInside(
      x.map((_, at) => of(at)),
      a.width,
      a.height,
    );
  const [left, right] = [(at: number) => x[at] as number, (at: number) => y[at] as number];
  const meanX = blurred(left);
  const meanY = blurred(right);
  const xx = blurred((at) => left(at) ** 2);
  const yy = blurred((at) => right(at) ** 2);
  const xy = blurred((at) => left(at) * right(at));
  let sum = 0;
  for (let at = 0; at < meanX.length; at++) {
    const [mx, my] = [meanX[at] as number, meanY[at] as number];
    const variances = (xx[at] as number) - mx * mx + (yy[at] as number) - my * my;
    const covariance = (xy[at] as number) - mx * my;
    sum += ((2 * mx * my + C1) * (2 * covariance + C2)) / ((mx * mx + my * my + C1) * (variances + C2));
  }
  return sum / meanX.length;
}

function lumaOf({ data, width, height }: Pixels): Float64Array {
  return Float64Array.from({ length: width * height }, (_, at) => {
    const [red, green, blue] = [data[3 * at], data[3 * at + 1], data[3 * at + 2]];
    return 0.299 * (red as number) + 0.587 * (green as number) + 0.114 * (blue as number);
  });
}

/** Without the edges, where the window would exceed the image. */
function blurInside(values: Float64Array, width: number, height: number): Float64Array {
  const bell = Array.from({ length: WINDOW }, (_, at) =>
    Math.exp(-((at - (WINDOW - 1) / 2) ** 2) / (2 * DEVIATION ** 2)),
  );
  const whole = bell.reduce((sum, one) => sum + one, 0);
  const [columns, rows] = [width - WINDOW + 1, height - WINDOW + 1];
  const across = new Float64Array(columns * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < columns; x++) {
      let sum = 0;
      for (let at = 0; at < WINDOW; at++)
        sum += (bell[at] as number) * (values[y * width + x + at] as number);
      across[y * columns + x] = sum / whole;
    }
  }
  const both = new Float64Array(columns * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      let sum = 0;
      for (let at = 0; at < WINDOW; at++)
        sum += (bell[at] as number) * (across[(y + at) * columns + x] as number);
      both[y * columns + x] = sum / whole;
    }
  }
  return both;
}
