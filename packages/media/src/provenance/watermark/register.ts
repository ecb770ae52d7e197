import { type Carriers, RINGS } from './carriers.ts';
import { createSpectrum, type Spectrum } from './fourier.ts';
import { correlate, type PilotTemplate, templateOf } from './pilot-template.ts';
import { foldAcross, foldDown, type Placement } from './placement.ts';
import { type Canvas, COARSE_TILE, halve, TILE } from './tile.ts';

/** A placement, and the strength of the pilot there, in standard deviations. */
export interface Candidate extends Placement {
  readonly pilot: number;
}

/** The search covers crops that keep at least this share of each side. */
const LEAST_KEPT = 0.7;
/** With a scale that is off by half of this, the lower rings still correlate. */
const SCALE_STEP = 0.0125;
const LOWER_RINGS = 5;
/** Images without a watermark hardly reach this in the coarse search; of those that do, the best are refined. */
const WORTH_REFINING = 5.5;
const MOST_REFINED = 3;

/** Scales are refined by ever smaller steps, first with the lower rings. */
const REFINEMENTS = [
  { step: 0.006, rings: LOWER_RINGS },
  { step: 0.003, rings: RINGS },
  { step: 0.0015, rings: RINGS },
  { step: 0.0008, rings: RINGS },
];
const MOST_STEPS = 3;

/**
 * The likely placements of a cropped image on its canvas: tries all scales of width and height, each with all shifts at
 * once. Best first, refined; empty when the pilot is found nowhere.
 */
export function findPlacements(detail: Canvas, carriers: Carriers): readonly Candidate[] {
  const coarse = searchScales(halve(detail), templateOf(carriers, LOWER_RINGS, COARSE_TILE));
  return coarse
    .filter(({ pilot }) => pilot >= WORTH_REFINING)
    .sort((a, b) => b.pilot - a.pilot)
    .slice(0, MOST_REFINED)
    .map((candidate) => refine(detail, carriers, candidate))
    .sort((a, b) => b.pilot - a.pilot);
}

function searchScales(detail: Canvas, template: PilotTemplate): readonly Candidate[] {
  const count = Math.floor((1 - LEAST_KEPT) / SCALE_STEP + 1e-9) + 1;
  const scales = Array.from({ length: count }, (_, at) => 1 - at * SCALE_STEP);
  const found: Candidate[] = [];
  const pair = createSpectrum(COARSE_TILE * COARSE_TILE);
  for (const scaleX of scales) {
    const rows = foldAcross(detail, scaleX, COARSE_TILE);
    for (let at = 0; at < count; at += 2) {
      // With an odd number of scales the last is tried twice.
      const [one, two] = [scales[at] as number, scales[at + 1] ?? (scales[at] as number)];
      foldDown(rows, one, pair.re);
      foldDown(rows, two, pair.im);
      correlate(pair, template);
      found.push({ scaleX, scaleY: one, ...peakOf(pair.re) }, { scaleX, scaleY: two, ...peakOf(pair.im) });
    }
  }
  return found;
}

function refine(detail: Canvas, carriers: Carriers, coarse: Candidate): Candidate {
  const pair = createSpectrum(TILE * TILE);
  let best = coarse;
  for (const { step, rings } of REFINEMENTS) {
    const template = templateOf(carriers, rings, TILE);
    const probe = (scaleX: number, scaleY: number) => probeScale(detail, template, pair, scaleX, scaleY);
    best = probe(best.scaleX, best.scaleY);
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const { scaleX, scaleY, pilot } = best;
      const around = [
        probe(scaleX + step, scaleY),
        probe(scaleX - step, scaleY),
        probe(scaleX, scaleY + step),
        probe(scaleX, scaleY - step),
      ];
      for (const one of around) if (one.pilot > best.pilot) best = one;
      if (best.pilot === pilot) break;
    }
  }
  return best;
}

function probeScale(
  detail: Canvas,
  template: PilotTemplate,
  pair: Spectrum,
  scaleX: number,
  scaleY: number,
): Candidate {
  foldDown(foldAcross(detail, scaleX, TILE), scaleY, pair.re);
  pair.im.fill(0);
  correlate(pair, template);
  return { scaleX, scaleY, ...peakOf(pair.re) };
}

/** The peak of a map of shifts, interpolated between its cells; shifts in cells of the map. */
function peakOf(map: Float64Array): { shiftX: number; shiftY: number; pilot: number } {
  const side = Math.sqrt(map.length);
  let peak = 0;
  for (let at = 1; at < map.length; at++) if ((map[at] as number) > (map[peak] as number)) peak = at;
  const x = peak % side;
  const y = (peak - x) / side;
  const at = (dx: number, dy: number): number =>
    map[((y + dy + side) % side) * side + ((x + dx + side) % side)] as number;
  const pilot = at(0, 0);
  return {
    shiftX: x + vertexOf(at(-1, 0), pilot, at(1, 0)),
    shiftY: y + vertexOf(at(0, -1), pilot, at(0, 1)),
    pilot,
  };
}

/** The vertex of the parabola through three neighbours, relative to the middle one. */
function vertexOf(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after;
  return bend === 0 ? 0 : (before - after) / (2 * bend);
}
