import { transformCanvas } from './canvas-spectrum.ts';
import type { Carriers } from './carriers.ts';
import { type Candidate, correlateShifts, type Hypothesis } from './correlate-shifts.ts';
import type { Spectrum } from './fourier.ts';
import { ORIENTATIONS, UPRIGHT } from './orientation.ts';
import { LOWER_RINGS, templateOf } from './pilot-template.ts';
import { type Searched, tileAt } from './placement.ts';
import { refinePlacement } from './refine-placement.ts';
import { scanLattices } from './scan-lattices.ts';
import type { Canvas } from './tile.ts';
import { listUsualLattices } from './usual-lattices.ts';

/** Images without a watermark hardly reach this in the coarse search; of those that do, the best are refined. */
const WORTH_REFINING = 5.3;
const MAX_REFINED = 6;

/**
 * The spectra of tiles that a cropped, framed, stretched, mirrored, turned or slightly rotated image may carry, the most
 * likely first; none when the pilot is found nowhere.
 */
export function findTiles(detail: Canvas, aspect: number, carriers: Carriers): readonly Spectrum[] {
  const searched: Searched = { spectrum: transformCanvas(detail), aspect };
  return findPlacements(searched, carriers).map((placement) => tileAt(searched, placement, carriers));
}

function findPlacements(searched: Searched, carriers: Carriers): readonly Candidate[] {
  return correlateShifts(searched, listHypotheses(searched, carriers))
    .filter(({ pilot }) => pilot >= WORTH_REFINING)
    .sort((a, b) => b.pilot - a.pilot)
    .slice(0, MAX_REFINED)
    .map((candidate) => refinePlacement(searched, carriers, candidate))
    .sort((a, b) => b.pilot - a.pilot);
}

/** The usual changes are tried in any case; others only where the lattice shows, and then in all orientations. */
function listHypotheses({ spectrum, aspect }: Searched, carriers: Carriers): readonly Hypothesis[] {
  const upright = templateOf(carriers, LOWER_RINGS, UPRIGHT);
  const templates = ORIENTATIONS.map((orientation) => templateOf(carriers, LOWER_RINGS, orientation));
  return [
    ...listUsualLattices(aspect).map((lattice) => ({ lattice, template: upright })),
    ...scanLattices(spectrum, aspect).flatMap((lattice) =>
      templates.map((template) => ({ lattice, template })),
    ),
  ];
}
