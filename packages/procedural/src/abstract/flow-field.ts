import { along, css, mix } from '../colour/colour.ts';
import { between, createRandom } from '../random/random.ts';
import { createPlate, plateItem, type Stage } from '../stage/stage.ts';
import type { AbstractPalette } from './abstract-palette.ts';

interface Stream {
  readonly points: readonly (readonly [number, number])[];
  readonly tone: number;
  readonly width: number;
}

/** Paints thousands of strokes along one flow field; lights travel along some of them. */
export function paintFlowField(stage: Stage, palette: AbstractPalette): void {
  const { view, scene } = stage;
  const random = createRandom(scene.root, 'flow');
  const trace = createStreamTracer(stage, random);
  const streams: Stream[] = [];
  const squares = (view.width * view.height) / (view.unit * view.unit);
  const total = Math.round(1500 * squares);
  for (let plane = 0; plane < 2; plane++) {
    const depth = 0.2 + 0.5 * plane;
    const { plate, brush } = createPlate(view, depth);
    brush.lineCap = 'round';
    for (let index = 0; index < total / 2; index++) {
      const stream = trace(
        between(random, -0.1, 1.1) * view.width,
        between(random, -0.1, 1.1) * view.height,
        plane,
      );
      const colour = along(
        [palette.colours[0], palette.colours[1], palette.colours[2], palette.light],
        stream.tone,
      );
      brush.strokeStyle = css(mix(colour, palette.ground, (1 - plane) * 0.35), between(random, 0.25, 0.8));
      brush.lineWidth = stream.width;
      brush.beginPath();
      for (const [x, y] of stream.points) brush.lineTo(x, y);
      brush.stroke();
      if (plane === 1 && index % 9 === 0) streams.push(stream);
    }
    stage.items.push(plateItem(plate, depth));
  }
  addTravellers(stage, palette, streams);
}

function createStreamTracer(
  stage: Stage,
  random: () => number,
): (x: number, y: number, plane: number) => Stream {
  const { view, noise } = stage;
  const scale = between(random, 0.7, 1.7);
  const swirl = between(random, 1.6, 3.2);
  const heading = random() * 7;
  const eyeX = view.focusX;
  const eyeY = view.height * between(random, 0.36, 0.6);
  const turn = random() < 0.5 ? 1 : -1;
  const orbit = random() < 0.55 ? 0.75 : 0.12;
  return (startX, startY, plane) => {
    let x = startX;
    let y = startY;
    const points: [number, number][] = [];
    const steps = Math.round(between(random, 14, 44));
    const stride = view.unit * 0.0095;
    const tone =
      0.5 +
      0.75 * noise.fbm((startX / view.unit) * 1.1 + 40, (startY / view.unit) * 1.1, 3) +
      between(random, -0.16, 0.16);
    for (let step = 0; step < steps; step++) {
      points.push([x, y]);
      const wind =
        heading +
        noise.fbm((x / view.unit) * scale, (y / view.unit) * scale + plane * 3, 2) * Math.PI * swirl;
      const round = Math.atan2(y - eyeY, x - eyeX) + (turn * Math.PI) / 2;
      x += (Math.cos(wind) * (1 - orbit) + Math.cos(round) * orbit) * stride;
      y += (Math.sin(wind) * (1 - orbit) + Math.sin(round) * orbit) * stride;
    }
    return { points, tone, width: view.unit * (0.0008 + 0.006 * random() ** 3) * (0.7 + 0.6 * plane) };
  };
}

function addTravellers(stage: Stage, palette: AbstractPalette, streams: readonly Stream[]): void {
  const { view } = stage;
  stage.items.push({
    depth: 0.7,
    draw(context, tSeconds) {
      context.globalCompositeOperation = palette.darkGround ? 'lighter' : 'source-over';
      streams.forEach((stream, index) => {
        const place = (tSeconds * 0.22 + index * 0.37) % 1;
        const at = Math.min(stream.points.length - 1, Math.floor(place * stream.points.length));
        const [x, y] = stream.points[at] as readonly [number, number];
        context.fillStyle = css(palette.light, 0.75 * Math.sin(place * Math.PI));
        context.beginPath();
        context.arc(x, y, view.unit * 0.0022, 0, 7);
        context.fill();
      });
      context.globalCompositeOperation = 'source-over';
    },
  });
}
