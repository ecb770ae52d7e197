import { css, mix, rgb } from '../colour/colour.ts';
import { between, createRandom, pick } from '../random/random.ts';
import type { Stage } from '../stage/stage.ts';

const COLOURS = ['#ffd27a', '#ff6b8a', '#7fd4ff', '#c89bff', '#9dffb0', '#fff2cf'].map(rgb);

/** Paints firework shells that burst and fall as embers, repeating. */
export function paintFireworks(stage: Stage): void {
  const { view, scene } = stage;
  const random = createRandom(scene.root, 'fireworks');
  const shells = Array.from({ length: 8 }, (_, index) => ({
    x: view.width * between(random, 0.1, 0.9),
    y: view.horizon * between(random, 0.14, 0.5),
    size: view.unit * between(random, 0.12, 0.24),
    colour: pick(random, COLOURS),
    offset: index * 0.52 + random() * 0.3,
    sparks: Array.from({ length: 64 }, () => ({
      angle: random() * 7,
      reach: Math.sqrt(random()) * 0.35 + 0.65,
    })),
  }));
  const period = 4.2;
  stage.items.push({
    depth: 0.09,
    draw(context, tSeconds) {
      context.globalCompositeOperation = 'lighter';
      context.lineCap = 'round';
      for (const shell of shells) {
        const age = ((tSeconds + shell.offset) % period) / 2.4;
        if (age > 1) continue;
        const out = 1 - (1 - age) ** 3;
        const fade = (1 - age) ** 1.2;
        context.lineWidth = view.unit * 0.0022;
        for (const spark of shell.sparks) {
          const reach = shell.size * out * spark.reach;
          const fall = view.unit * 0.09 * age * age;
          const x = shell.x + Math.cos(spark.angle) * reach;
          const y = shell.y + Math.sin(spark.angle) * reach + fall;
          context.strokeStyle = css(mix([255, 255, 255], shell.colour, Math.min(1, age * 2.4)), fade * 0.85);
          context.beginPath();
          context.moveTo(
            x - Math.cos(spark.angle) * reach * 0.24,
            y - Math.sin(spark.angle) * reach * 0.24 - fall * 0.15,
          );
          context.lineTo(x, y);
          context.stroke();
        }
      }
      context.globalCompositeOperation = 'source-over';
    },
  });
}
