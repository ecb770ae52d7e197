import { css, mix } from '../colour/colour.ts';
import { isDark } from '../colour/palette.ts';
import { between, createRandom, gaussian } from '../random/random.ts';
import type { Stage } from '../stage/stage.ts';
import type { WaterSpec } from './water-spec.ts';

interface Glint {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly pace: number;
  readonly phase: number;
}

/** Adds sun glitter: the path of small flickering glints on the water below sun or moon. */
export function addGlitter(stage: Stage, spec: WaterSpec, top: number): void {
  const { view, palette, scene } = stage;
  if (['storm', 'rain', 'snow', 'fog'].includes(scene.weather)) return;
  const random = createRandom(scene.root, 'glitter');
  const height = view.height - top;
  const count = Math.round(520 * (0.35 + Math.min(1, spec.roughness * 1.6)));
  const glints: Glint[] = Array.from({ length: count }, () => {
    const near = random() ** 1.7;
    const spread = view.unit * (0.02 + 0.13 * near) * (0.5 + spec.roughness);
    return {
      x: view.sunX + gaussian(random) * spread,
      y: top + near * height,
      width: view.unit * (0.002 + 0.017 * near) * between(random, 0.5, 1.4),
      height: view.unit * (0.0008 + 0.0026 * near),
      pace: between(random, 1.4, 5),
      phase: random() * 7,
    };
  });
  const colour = mix(palette.sun, palette.glow, 0.35);
  const strength = isDark(scene.time) ? 0.55 : 0.8;
  const shades = [0.25, 0.5, 0.75, 1].map((step) => css(colour, step * strength));
  stage.items.push({
    depth: spec.depth,
    draw(context, tSeconds) {
      context.globalCompositeOperation = 'lighter';
      for (const glint of glints) {
        const bright = Math.sin(tSeconds * glint.pace + glint.phase);
        if (bright < 0) continue;
        context.fillStyle = shades[Math.min(3, Math.floor(bright * 4))] as string;
        context.beginPath();
        context.ellipse(glint.x, glint.y, glint.width * (0.5 + 0.5 * bright), glint.height, 0, 0, 7);
        context.fill();
      }
      context.globalCompositeOperation = 'source-over';
    },
  });
}
