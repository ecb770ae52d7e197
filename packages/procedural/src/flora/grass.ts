import { gustAt } from '../ambience.ts';
import { css, lit, mix, type Rgb, scale } from '../colour/colour.ts';
import { between, createRandom, pick } from '../random/random.ts';
import { createPlate, type Stage } from '../stage/stage.ts';

export interface GrassSpec {
  /** Frame y at which the blades are rooted. */
  readonly base: number;
  /** Height of the blades as a fraction of the shorter side. */
  readonly height: number;
  readonly count: number;
  readonly depth: number;
  readonly colour: Rgb;
  /** From 0 (lit by the scene) to 1 (a silhouette). */
  readonly dark: number;
  readonly flowers?: readonly Rgb[];
  readonly seedHeads?: boolean;
}

/** Paints a fringe of grass in the foreground that leans with the gusts, with flowers and seed heads. */
export function paintGrass(stage: Stage, spec: GrassSpec): void {
  const { view, palette, scene } = stage;
  const random = createRandom(scene.root, `grass ${spec.depth} ${Math.round(spec.height * 1000)}`);
  const height = spec.height * view.unit;
  const { plate, brush } = createPlate(
    view,
    spec.depth,
    spec.base - height * 1.5,
    Math.min(view.height, spec.base + view.unit * 0.05),
  );
  const light = mix(palette.key, palette.ambient, 0.35);
  const bright = lit(spec.colour, light, 1.15);
  const shadow = mix(
    lit(scale(spec.colour, 0.5), palette.ambient, 1),
    scale(palette.zenith, 0.25),
    spec.dark * 0.8,
  );
  brush.lineCap = 'round';
  for (let blade = 0; blade < spec.count; blade++) {
    const x = between(random, -0.08, 1.08) * view.width;
    const high =
      height *
      between(random, 0.35, 1) *
      (0.75 + 0.5 * Math.abs(stage.noise.at((x / view.unit) * 4, spec.depth * 9)));
    const bend = between(random, -0.4, 0.55) * high;
    const base = spec.base + view.unit * 0.02 * random();
    const tipX = x + bend;
    const tipY = base - high;
    const shade = mix(shadow, bright, random() ** 1.5 * (1 - spec.dark));
    brush.strokeStyle = css(shade);
    brush.lineWidth = view.unit * between(random, 0.0014, 0.0034) * (0.6 + spec.height * 4);
    brush.beginPath();
    brush.moveTo(x, base);
    brush.quadraticCurveTo(x + bend * 0.2, base - high * 0.6, tipX, tipY);
    brush.stroke();
    if (spec.flowers !== undefined && random() < 0.16)
      drawBlossom(
        brush,
        tipX,
        tipY,
        view.unit * between(random, 0.004, 0.0105) * (0.7 + 4 * spec.height),
        pick(random, spec.flowers),
        random(),
      );
    else if (spec.seedHeads === true && random() < 0.2)
      drawSeedHead(brush, x + bend, tipY, high * 0.12, css(mix(shade, bright, 0.5)));
  }
  const foot = spec.base + view.unit * 0.02;
  stage.items.push({
    depth: spec.depth,
    plate,
    draw(context, tSeconds) {
      // Skewing the plate about the roots bends the whole fringe without redrawing a blade.
      const lean =
        0.1 * (gustAt(scene.ambience, tSeconds) - scene.ambience.wind * 0.9) +
        0.012 * Math.sin(tSeconds * 2.6 + spec.depth * 20);
      context.transform(1, 0, -lean, 1, lean * foot, 0);
      context.drawImage(plate.canvas, plate.x, plate.y);
    },
  });
}

type Brush = ReturnType<typeof createPlate>['brush'];

function drawBlossom(brush: Brush, x: number, y: number, size: number, colour: Rgb, turn: number): void {
  for (let petal = 0; petal < 5; petal++) {
    const angle = (petal / 5 + turn) * Math.PI * 2;
    brush.fillStyle = css(scale(colour, 0.82 + 0.2 * ((petal * 37) % 5) * 0.25));
    brush.beginPath();
    brush.ellipse(
      x + Math.cos(angle) * size * 0.7,
      y + Math.sin(angle) * size * 0.5,
      size * 0.62,
      size * 0.44,
      angle,
      0,
      7,
    );
    brush.fill();
  }
  brush.fillStyle = css(mix(colour, [255, 225, 120], 0.75));
  brush.beginPath();
  brush.arc(x, y, size * 0.3, 0, 7);
  brush.fill();
}

function drawSeedHead(brush: Brush, x: number, y: number, size: number, colour: string): void {
  brush.fillStyle = colour;
  brush.beginPath();
  brush.ellipse(x, y, size * 0.22, size, 0.25, 0, 7);
  brush.fill();
}
