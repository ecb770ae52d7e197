import { along, css, mix } from '../colour/colour.ts';
import { between, createRandom, gaussian } from '../random/random.ts';
import { drawGlow } from '../sky/sun-and-moon.ts';
import { createPlate, plateItem, type Stage } from '../stage/stage.ts';
import type { AbstractPalette } from './abstract-palette.ts';

interface Node {
  readonly x: number;
  readonly y: number;
  readonly cluster: number;
  readonly size: number;
}

/**
 * Paints two clusters of glowing nodes and the links between them; light pulses run along the longest
 * links.
 */
export function paintNetwork(stage: Stage, palette: AbstractPalette): void {
  const { view, scene } = stage;
  const random = createRandom(scene.root, 'web');
  const centres = [0, 1].map((index) => ({
    x: view.width * (index === 0 ? between(random, 0.24, 0.34) : between(random, 0.66, 0.76)),
    y: view.height * between(random, 0.34, 0.66),
  }));
  const nodes: Node[] = Array.from({ length: 190 }, (_, index) => {
    const cluster = index % 2;
    const centre = centres[cluster] as { x: number; y: number };
    return {
      x: centre.x + gaussian(random) * view.width * 0.14,
      y: centre.y + gaussian(random) * view.height * 0.17,
      cluster,
      size: view.unit * (0.0012 + 0.006 * random() ** 4),
    };
  });
  const links = drawLinks(stage, palette, nodes, random);
  const colours = [palette.colours[1], palette.colours[2]] as const;
  stage.items.push({
    depth: 0.45,
    draw(context, tSeconds) {
      context.globalCompositeOperation = palette.darkGround ? 'lighter' : 'multiply';
      centres.forEach((centre, index) => {
        const pulse = 1 + 0.07 * Math.sin(tSeconds * 1.6 + index * Math.PI);
        drawGlow(context, centre.x, centre.y, view.unit * 0.3 * pulse, css(colours[index as 0 | 1], 0.62));
        drawGlow(context, centre.x, centre.y, view.unit * 0.08 * pulse, css(palette.light, 0.9));
      });
      links.forEach(([from, to, bend], index) => {
        const place = (tSeconds * 0.24 + index * 0.381) % 1;
        const rest = 1 - place;
        const middleX = (from.x + to.x) / 2;
        const middleY = (from.y + to.y) / 2 + bend;
        const x = rest * rest * from.x + 2 * rest * place * middleX + place * place * to.x;
        const y = rest * rest * from.y + 2 * rest * place * middleY + place * place * to.y;
        context.fillStyle = css(palette.light, 0.85 * Math.sin(place * Math.PI));
        context.beginPath();
        context.arc(x, y, view.unit * 0.0026, 0, 7);
        context.fill();
      });
      context.globalCompositeOperation = 'source-over';
    },
  });
}

function drawLinks(
  stage: Stage,
  palette: AbstractPalette,
  nodes: readonly Node[],
  random: () => number,
): (readonly [Node, Node, number])[] {
  const { view } = stage;
  const { plate, brush } = createPlate(view, 0.35);
  brush.globalCompositeOperation = palette.darkGround ? 'lighter' : 'multiply';
  const longLinks: (readonly [Node, Node, number])[] = [];
  nodes.forEach((from, index) => {
    for (let link = 1; link < 22; link++) {
      const to = nodes[(index + link * 7) % nodes.length] as Node;
      const distance = Math.hypot(to.x - from.x, to.y - from.y) / view.unit;
      const across = from.cluster !== to.cluster;
      if (across ? random() > 0.075 : distance > 0.2) continue;
      const bend = across ? between(random, -0.45, 0.45) * view.height : 0;
      brush.strokeStyle = css(
        along([palette.colours[0], palette.colours[1], palette.light], random()),
        across ? 0.34 : 0.3 * (1 - distance / 0.24) + 0.05,
      );
      brush.lineWidth = view.unit * (across ? 0.0012 : 0.0009);
      brush.beginPath();
      brush.moveTo(from.x, from.y);
      brush.quadraticCurveTo((from.x + to.x) / 2, (from.y + to.y) / 2 + bend, to.x, to.y);
      brush.stroke();
      if (across && longLinks.length < 130) longLinks.push([from, to, bend]);
    }
    brush.fillStyle = css(mix(palette.light, palette.colours[from.cluster === 0 ? 1 : 2], 0.35), 0.95);
    brush.beginPath();
    brush.arc(from.x, from.y, from.size, 0, 7);
    brush.fill();
  });
  stage.items.push(plateItem(plate, 0.35));
  return longLinks;
}
