import type { Lattice } from './lattice.ts';
import { anglesOf, listScales } from './scan-lattices.ts';

const CROPS = { min: 0.58, max: 1.03 };
const ONE_SIDE = { min: 0.42, max: 1.45 };
/** Crops that keep less of the area than this are usual only when they keep the shape, more or less. */
const MIN_AREA = 0.65;
const SAME_SHAPE = 1.1;

/** The lattices after the usual changes: a crop of moderate size, a crop or bars of one side, a rotation alone. */
export function listUsualLattices(aspect: number): readonly Lattice[] {
  const crops = listScales(CROPS);
  const isUsual = (scaleX: number, scaleY: number): boolean =>
    scaleX * scaleY >= MIN_AREA || Math.max(scaleX / scaleY, scaleY / scaleX) <= SAME_SHAPE;
  return [
    ...crops.flatMap((scaleX) =>
      crops.filter((scaleY) => isUsual(scaleX, scaleY)).map((scaleY) => ({ scaleX, scaleY, angle: 0 })),
    ),
    ...listScales(ONE_SIDE).flatMap((scale) => [
      { scaleX: scale, scaleY: 1, angle: 0 },
      { scaleX: 1, scaleY: scale, angle: 0 },
    ]),
    ...anglesOf(aspect).flatMap((angle) => listRotations(angle, aspect)),
  ];
}

/** A rotated image within its old frame, within one that shows all of it, and cut so that no corner is empty. */
function listRotations(angle: number, aspect: number): readonly Lattice[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(Math.abs(angle))];
  const cut = 1 / (cos + Math.max(aspect, 1 / aspect) * sin);
  const double = Math.cos(2 * angle);
  return [
    { scaleX: 1, scaleY: 1, angle },
    { scaleX: double / (cos - sin / aspect), scaleY: double / (cos - sin * aspect), angle },
    { scaleX: cut, scaleY: cut, angle },
  ];
}
