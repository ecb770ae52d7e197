import { type Carriers, RINGS } from './carriers.ts';
import type { Candidate } from './correlate-shifts.ts';
import { LOWER_RINGS, templateOf } from './pilot-template.ts';
import { type Placement, pilotAt, type Searched } from './placement.ts';
import { SIDE } from './tile.ts';

/** Steps in cells of the canvas: of a shift, and of the image's edge when it is scaled or rotated. */
const REFINEMENTS = [
  { step: 1, rings: LOWER_RINGS },
  { step: 0.5, rings: RINGS },
  { step: 0.25, rings: RINGS },
  { step: 0.12, rings: RINGS },
];
const MAX_ROUNDS = 4;

/** The place near a candidate where the pilot is strongest, by ever smaller steps of scales, angle and shift. */
export function refinePlacement(searched: Searched, carriers: Carriers, coarse: Candidate): Candidate {
  let best = coarse;
  for (const { step, rings } of REFINEMENTS) {
    const template = templateOf(carriers, rings, best.orientation);
    const probe = (placement: Placement): Candidate => ({
      ...placement,
      pilot: pilotAt(searched, placement, template),
    });
    best = probe(best);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { pilot } = best;
      for (const change of changesOf(step, searched.aspect)) {
        const [one, other] = [probe(moved(best, change, 1)), probe(moved(best, change, -1))];
        const better = one.pilot > other.pilot ? one : other;
        if (better.pilot > best.pilot) best = better;
      }
      if (best.pilot === pilot) break;
    }
  }
  return best;
}

/** One change for each number of a placement. */
function changesOf(step: number, aspect: number): readonly (readonly [keyof Change, number])[] {
  const atEdge = step / (SIDE / 2);
  return [
    ['shiftX', step],
    ['shiftY', step],
    ['scaleX', atEdge],
    ['scaleY', atEdge],
    ['angle', atEdge / Math.max(aspect, 1 / aspect)],
  ];
}

type Change = Pick<Placement, 'shiftX' | 'shiftY' | 'scaleX' | 'scaleY' | 'angle'>;

function moved(placement: Placement, [name, step]: readonly [keyof Change, number], sign: 1 | -1): Placement {
  return { ...placement, [name]: placement[name] + sign * step };
}
