import { css, mix, type Rgb, scale } from '../colour/colour.ts';
import { isDark } from '../colour/palette.ts';
import { between, createRandom } from '../random/random.ts';
import type { Stage } from '../stage/stage.ts';

/** Adds distant birds: a loose wedge that crosses the sky. */
export function addFlock(stage: Stage): void {
  const { scene, view } = stage;
  const requested = scene.subjects.find(({ kind }) => kind === 'birds');
  if (
    requested === undefined &&
    (scene.ambience.birds < 0.4 || isDark(scene.time) || scene.weather === 'storm')
  )
    return;
  stage.placed.add('birds');
  const random = createRandom(scene.root, 'flock');
  const count = requested === undefined ? 6 : requested.count > 1 ? 22 : 3;
  const size = view.unit * (requested === undefined ? 0.011 : requested.count > 1 ? 0.026 : 0.052);
  const heading = random() < 0.5 ? -1 : 1;
  const birds = Array.from({ length: count }, (_, index) => {
    const rank = Math.ceil(index / 2) * (index % 2 === 0 ? 1 : -1);
    return {
      x: view.width - view.focusX + (-heading * Math.abs(rank) * 2.6 + between(random, -0.8, 0.8)) * size,
      y: view.horizon * 0.42 + (rank * 1.35 + between(random, -0.7, 0.7)) * size,
      size: size * between(random, 0.75, 1.2),
      phase: random() * 7,
    };
  });
  const colour = requested?.colour ?? flockColour(stage);
  stage.items.push({
    depth: 0.16,
    draw(context, tSeconds) {
      context.fillStyle = css(colour, 0.9);
      for (const bird of birds) {
        const x = bird.x + heading * tSeconds * view.unit * 0.022;
        const y = bird.y + Math.sin(tSeconds * 0.8 + bird.phase) * bird.size * 0.4;
        const beat = Math.sin(tSeconds * 7 + bird.phase) * 0.55 + 0.2;
        drawBird(context, x, y, bird.size, beat);
      }
    },
  });
}

/** Birds are dark against the day sky and moonlit at night. */
function flockColour({ scene, palette }: Stage): Rgb {
  const night = isDark(scene.time) || scene.backdrop === 'space' || scene.backdrop === 'moon';
  return night
    ? mix(palette.haze, [222, 228, 240], 0.6)
    : mix(scale(palette.zenith, 0.35), palette.haze, 0.18);
}

function drawBird(
  context: Parameters<Stage['items'][number]['draw']>[0],
  x: number,
  y: number,
  size: number,
  beat: number,
): void {
  const tip = -size * beat;
  context.beginPath();
  context.moveTo(x - size * 1.25, y + tip);
  context.quadraticCurveTo(x - size * 0.55, y + tip * 0.55 - size * 0.28, x, y - size * 0.05);
  context.quadraticCurveTo(x + size * 0.55, y + tip * 0.55 - size * 0.28, x + size * 1.25, y + tip);
  context.quadraticCurveTo(x + size * 0.5, y + tip * 0.5 + size * 0.02, x + size * 0.12, y + size * 0.16);
  context.lineTo(x - size * 0.12, y + size * 0.16);
  context.quadraticCurveTo(x - size * 0.5, y + tip * 0.5 + size * 0.02, x - size * 1.25, y + tip);
  context.fill();
}
