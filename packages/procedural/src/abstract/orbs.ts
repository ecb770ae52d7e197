import { css, mix } from '../colour/colour.ts';
import { between, createRandom, pick } from '../random/random.ts';
import type { Stage } from '../stage/stage.ts';
import type { AbstractPalette } from './abstract-palette.ts';

/**
 * Paints out-of-focus discs of light in four depth planes: large and faint when near, small and bright when
 * far.
 */
export function paintOrbs(stage: Stage, palette: AbstractPalette): void {
  const { view, scene } = stage;
  const random = createRandom(scene.root, 'orbs');
  const slope = between(random, -0.7, 0.7);
  const squares = (view.width * view.height) / (view.unit * view.unit);
  for (let plane = 0; plane < 4; plane++) {
    const near = plane / 3;
    const orbs = Array.from({ length: Math.round((52 - 13 * plane) * squares) }, () => {
      const along = between(random, -0.1, 1.1);
      const off = (random() + random() + random() - 1.5) * 0.42;
      return {
        x: along * view.width,
        y: view.height * (0.5 + slope * (along - 0.5) + off),
        size: view.unit * (0.008 + 0.085 * near ** 1.4) * between(random, 0.6, 1.5),
        colour: mix(pick(random, [...palette.colours, palette.light]), palette.light, random() * 0.3),
        alpha: between(random, 0.3, 0.85) * (1 - 0.5 * near),
        phase: random() * 7,
        pace: between(random, 0.3, 0.9),
      };
    });
    stage.items.push({
      depth: 0.15 + 0.8 * near,
      draw(context, tSeconds) {
        context.globalCompositeOperation = palette.darkGround ? 'screen' : 'multiply';
        for (const orb of orbs) {
          const x = orb.x + Math.sin(tSeconds * orb.pace + orb.phase) * orb.size * 0.35;
          const y = orb.y - Math.sin(tSeconds * orb.pace * 0.7 + orb.phase) * orb.size * 0.35;
          const alpha = orb.alpha * (0.8 + 0.2 * Math.sin(tSeconds * orb.pace * 1.7 + orb.phase));
          const disc = context.createRadialGradient(x, y, 0, x, y, orb.size);
          disc.addColorStop(0, css(orb.colour, alpha * 0.62));
          disc.addColorStop(0.84, css(orb.colour, alpha * 0.8));
          disc.addColorStop(0.93, css(mix(orb.colour, palette.light, 0.5), alpha));
          disc.addColorStop(1, css(orb.colour, 0));
          context.fillStyle = disc;
          context.fillRect(x - orb.size, y - orb.size, orb.size * 2, orb.size * 2);
        }
        context.globalCompositeOperation = 'source-over';
      },
    });
  }
}
