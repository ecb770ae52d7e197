import { blur } from './blur.ts';
import { type Canvas, SIDE } from './tile.ts';

/** Radii in cells: changes within `FINE` are detail, and the detail around a cell is the mean over `AROUND`. */
const FINE = 2;
const AROUND = 4;
const NEAR = 2;

/** Steps of 255. Rounding alone adds about as much detail, so less of it contains no information. */
const ROUNDING = 1;
/** Where there is less detail than this, the mark itself is most of what is there. */
const MARK_BESIDE_DETAIL = 4;

/** In a flat area no pixel changes by more than one step, the least an image can change. */
const STRENGTH_IN_FLAT = 0.6;
/** A step from black is a larger share of the light than a step from grey, so there are fewer. */
const DARK_BELOW = 64;
const SHARE_IN_BLACK = 0.5;
/** The strength as a share of the detail that hides it. */
const STRENGTH_IN_DETAIL = 0.27;
/** More detail than this hides no more of the mark: it is an outline, and both its sides may be flat. */
const MAX_DETAIL = 20;

/** On white, grey specks are visible first, and half of the mark would be clipped there anyway. */
const WHITE_ABOVE = 235;
const SHARE_IN_WHITE = 0.5;

/**
 * Detail, weighted by what it can carry of a mark: divided by the detail around it, so that a lawn does not outweigh the
 * sky, and divided again where the detail of the image exceeds the strength of the mark.
 */
export function weighDetail(canvas: Canvas): Canvas {
  const detail = detailOf(canvas);
  const size = new Float32Array(detail.length);
  for (let at = 0; at < size.length; at++) size[at] = Math.abs(detail[at] as number);
  const around = blur(size, AROUND);
  for (let at = 0; at < detail.length; at++) {
    const lively = around[at] as number;
    detail[at] = ((detail[at] as number) * (lively + MARK_BESIDE_DETAIL)) / (lively + ROUNDING) ** 2;
  }
  return detail;
}

/** How strong the mark may be in each cell without being visible: root mean square, in steps of 255. */
export function strengthOf(canvas: Canvas): Canvas {
  // The mean of the roots is small beside a lone edge, where there is nothing for the mark to hide in.
  const roots = blur(
    detailOf(canvas).map((value) => Math.sqrt(Math.min(MAX_DETAIL, Math.abs(value)))),
    NEAR,
  );
  // The least of the neighbours keeps the mark of a lively area from spilling into a flat one.
  const calmest = minOfNeighbours(roots);
  return canvas.map((light, at) => {
    const lit = SHARE_IN_BLACK + (1 - SHARE_IN_BLACK) * Math.min(1, light / DARK_BELOW);
    const white = Math.max(0, (light - WHITE_ABOVE) / (255 - WHITE_ABOVE));
    const hidden = STRENGTH_IN_DETAIL * (calmest[at] as number) ** 2 * (1 - (1 - SHARE_IN_WHITE) * white);
    return STRENGTH_IN_FLAT * lit + hidden;
  });
}

function detailOf(canvas: Canvas): Canvas {
  const smooth = blur(canvas, FINE);
  for (let at = 0; at < smooth.length; at++) smooth[at] = (canvas[at] as number) - (smooth[at] as number);
  return smooth;
}

/** The minimum over the square of five by five cells. */
function minOfNeighbours(canvas: Canvas): Canvas {
  const across = minOfThree(minOfThree(canvas, 1), 1);
  return minOfThree(minOfThree(across, SIDE), SIDE);
}

/** Cells beyond the canvas count as the cell itself; a row's end has a neighbour in the next, which does no harm. */
function minOfThree(canvas: Canvas, step: number): Canvas {
  const least = new Float32Array(canvas);
  for (let at = step; at < least.length; at++) {
    least[at] = Math.min(canvas[at] as number, canvas[at - step] as number);
  }
  for (let at = 0; at < least.length - step; at++) {
    least[at] = Math.min(least[at] as number, canvas[at + step] as number);
  }
  return least;
}
