import { css, lit, mix, type Rgb, rgb, scale } from '../colour/colour.ts';
import type { Subject, SubjectKind } from '../prompt/scene.ts';
import { between, createRandom, pick, type Random } from '../random/random.ts';
import { drawGlow } from '../sky/sun-and-moon.ts';
import { type Brush, createPlate, plateItem, type Stage } from '../stage/stage.ts';
import { drawRose } from './rose.ts';

type TableItem = 'cup' | 'book' | 'candle' | 'fruit' | 'bottle' | 'vase';
const TABLE_ITEMS: readonly SubjectKind[] = ['cup', 'book', 'candle', 'fruit', 'bottle', 'vase'];
const SKY_SUBJECTS: readonly SubjectKind[] = ['moon', 'planet', 'birds'];
const COMPANIONS: Record<TableItem, readonly TableItem[]> = {
  cup: ['book', 'candle'],
  book: ['candle', 'cup'],
  candle: ['book', 'fruit'],
  fruit: ['bottle', 'cup'],
  bottle: ['fruit', 'candle'],
  vase: ['fruit', 'book'],
};

/** Paints the requested objects on the table, and a companion object. */
export function paintStillLife(stage: Stage, edge: number): void {
  const { view, scene } = stage;
  const random = createRandom(scene.root, 'still life');
  const requested = scene.subjects.filter(({ kind }) => TABLE_ITEMS.includes(kind));
  const first: Subject = requested[0] ?? {
    kind: scene.subjects[0]?.kind === 'flower' ? 'vase' : pick(random, ['cup', 'vase', 'fruit'] as const),
    count: 1,
  };
  const companion: Subject = { kind: pick(random, COMPANIONS[first.kind as TableItem]), count: 1 };
  for (const { kind } of [first, ...requested.slice(0, 2)]) stage.placed.add(kind);
  if (first.kind === 'vase') stage.placed.add('flower');
  const others = scene.subjects.filter(({ kind }) => !stage.placed.has(kind) && !SKY_SUBJECTS.includes(kind));
  const second = requested[1] ?? (others.length > 0 ? undefined : companion);
  const side = view.focusX > view.width / 2 ? -1 : 1;
  const depth = (view.height - edge) * 0.3;
  const x = view.focusX + side * view.unit * 0.36;
  if (second !== undefined)
    placeTableItem(stage, random, second, x, edge + depth * 0.75, view.unit * 0.27, 0.55);
  placeTableItem(stage, random, first, view.focusX, edge + depth * 1.55, view.unit * 0.42, 0.7);
}

function placeTableItem(
  stage: Stage,
  random: Random,
  subject: Subject,
  x: number,
  y: number,
  size: number,
  depth: number,
): void {
  const { view, palette } = stage;
  const { plate, brush } = createPlate(view, depth);
  const away = view.sunX < view.width / 2 ? 1 : -1;
  brush.save();
  brush.translate(x + away * size * 0.34, y);
  brush.scale(1, 0.2);
  drawGlow(brush, 0, 0, size * 0.95, 'rgba(14,7,3,0.85)');
  brush.restore();
  brush.save();
  brush.translate(x, y);
  brush.scale(-away * size, size);
  const light = mix(mix(palette.key, palette.ambient, 0.3), rgb('#fff0d8'), 0.35);
  const tools: TableItemTools = {
    random,
    requestedColour: subject.colour,
    glow: palette.glow,
    paint: (colour) => lit(colour, light, 1.04),
  };
  drawItem(brush, subject.kind as TableItem, tools);
  brush.restore();
  stage.items.push(plateItem(plate, depth));
  if (subject.kind === 'cup') addSteam(stage, x, y - size * 0.5, size, depth);
  if (subject.kind === 'candle') addCandleFlame(stage, x, y - size * 0.74, size, depth);
}

/** Draws one of these objects alone, for other backdrops. */
export function drawTableItem(brush: Brush, subject: Subject, random: Random): void {
  drawItem(brush, subject.kind as TableItem, {
    random,
    requestedColour: subject.colour,
    glow: [255, 214, 150],
    paint: (colour) => colour,
  });
}

interface TableItemTools {
  readonly random: Random;
  readonly requestedColour: Rgb | undefined;
  readonly glow: Rgb;
  paint(colour: Rgb): Rgb;
}

/**
 * Fills a solid of revolution, lit from the right of the drawing; the caller mirrors it to match the scene.
 */
function fillRevolved(
  brush: Brush,
  profile: readonly (readonly [half: number, y: number])[],
  colour: Rgb,
  tools: TableItemTools,
): void {
  const widest = Math.max(...profile.map(([half]) => half));
  const body = brush.createLinearGradient(-widest, 0, widest, 0);
  const paint = tools.paint(colour);
  body.addColorStop(0, css(scale(paint, 0.3)));
  body.addColorStop(0.35, css(scale(paint, 0.62)));
  body.addColorStop(0.72, css(paint));
  body.addColorStop(0.86, css(mix(paint, [255, 252, 240], 0.5)));
  body.addColorStop(1, css(scale(paint, 0.78)));
  brush.fillStyle = body;
  brush.beginPath();
  const [first] = profile as [readonly [number, number]];
  brush.moveTo(-first[0], first[1]);
  for (const [half, y] of profile.slice(1)) brush.lineTo(-half, y);
  for (const [half, y] of profile.toReversed()) brush.lineTo(half, y);
  brush.ellipse(0, first[1], first[0], first[0] * 0.2, 0, 0, Math.PI);
  brush.fill();
}

function smoothProfile(points: readonly (readonly [number, number])[]): [number, number][] {
  const out: [number, number][] = [];
  for (let index = 0; index < points.length - 1; index++) {
    const [ah, ay] = points[index] as readonly [number, number];
    const [bh, by] = points[index + 1] as readonly [number, number];
    for (let step = 0; step < 8; step++) {
      const t = (1 - Math.cos((step / 8) * Math.PI)) / 2;
      out.push([ah + (bh - ah) * t, ay + ((by - ay) * step) / 8]);
    }
  }
  out.push(points.at(-1) as [number, number]);
  return out;
}

function oval(brush: Brush, y: number, half: number, colour: Rgb, x = 0): void {
  brush.fillStyle = css(colour);
  brush.beginPath();
  brush.ellipse(x, y, half, half * 0.22, 0, 0, 7);
  brush.fill();
}

function drawItem(brush: Brush, kind: TableItem, tools: TableItemTools): void {
  switch (kind) {
    case 'cup':
      drawCup(brush, tools);
      return;
    case 'book':
      drawBook(brush, tools);
      return;
    case 'candle':
      drawCandle(brush, tools);
      return;
    case 'fruit':
      drawFruitBowl(brush, tools);
      return;
    case 'bottle':
      drawBottle(brush, tools);
      return;
    case 'vase':
      drawVase(brush, tools);
      return;
  }
}

function drawCup(brush: Brush, tools: TableItemTools): void {
  const china = tools.requestedColour ?? rgb('#efe7da');
  oval(brush, 0.0, 0.52, scale(tools.paint(china), 0.5));
  oval(brush, -0.015, 0.52, tools.paint(scale(china, 0.94)));
  oval(brush, -0.012, 0.38, scale(tools.paint(china), 0.72));
  brush.lineWidth = 0.055;
  brush.strokeStyle = css(scale(tools.paint(china), 0.8));
  brush.beginPath();
  brush.ellipse(0.35, -0.27, 0.13, 0.115, 0.2, -2, 2.1);
  brush.stroke();
  fillRevolved(
    brush,
    smoothProfile([
      [0.19, -0.03],
      [0.3, -0.2],
      [0.335, -0.46],
    ]),
    china,
    tools,
  );
  oval(brush, -0.46, 0.335, mix(tools.paint(china), [255, 252, 244], 0.35));
  oval(brush, -0.452, 0.305, scale(tools.paint(china), 0.45));
  oval(brush, -0.44, 0.29, rgb('#3a1f10'));
  brush.strokeStyle = css(rgb('#b98352'), 0.75);
  brush.lineWidth = 0.012;
  for (const grow of [0.26, 0.2, 0.13]) {
    brush.beginPath();
    brush.ellipse(-0.02, -0.44, grow, grow * 0.2, 0, 0.4, 5.2);
    brush.stroke();
  }
}

function drawBook(brush: Brush, tools: TableItemTools): void {
  const covers = [tools.requestedColour ?? rgb('#7a2f2a'), rgb('#2f4a5e'), rgb('#51603a')];
  covers.forEach((cover, index) => {
    const y = -index * 0.125;
    const shift = between(tools.random, -0.05, 0.05);
    const paint = tools.paint(cover);
    brush.fillStyle = css(scale(paint, 0.7));
    brush.fillRect(-0.5 + shift, y - 0.12, 1, 0.12);
    brush.fillStyle = css(tools.paint(rgb('#e9dcc0')));
    brush.fillRect(-0.45 + shift, y - 0.1, 0.96, 0.08);
    brush.fillStyle = css(paint);
    brush.fillRect(-0.5 + shift, y - 0.12, 0.075, 0.12);
    brush.fillRect(-0.5 + shift, y - 0.128, 1.01, 0.02);
    brush.fillStyle = css(tools.paint(rgb('#d8b25a')));
    for (const mark of [0.35, 0.65]) brush.fillRect(-0.495 + shift, y - 0.12 * mark, 0.06, 0.006);
  });
  const top = tools.paint(mix(covers[2] as Rgb, [255, 255, 255], 0.12));
  brush.fillStyle = css(top);
  brush.beginPath();
  brush.moveTo(-0.5, -0.375);
  brush.lineTo(-0.37, -0.46);
  brush.lineTo(0.42, -0.46);
  brush.lineTo(0.51, -0.375);
  brush.fill();
}

function drawCandle(brush: Brush, tools: TableItemTools): void {
  oval(brush, 0, 0.26, scale(tools.paint(rgb('#b08b4a')), 0.6));
  oval(brush, -0.02, 0.26, tools.paint(rgb('#c9a35a')));
  fillRevolved(
    brush,
    [
      [0.13, -0.02],
      [0.125, -0.66],
    ],
    tools.requestedColour ?? rgb('#efe2c6'),
    tools,
  );
  oval(brush, -0.66, 0.125, mix(tools.paint(rgb('#f6e7c4')), [255, 220, 150], 0.5));
  brush.strokeStyle = css(rgb('#2b1d14'));
  brush.lineWidth = 0.014;
  brush.beginPath();
  brush.moveTo(0, -0.66);
  brush.lineTo(0.005, -0.73);
  brush.stroke();
}

function drawFruitBowl(brush: Brush, tools: TableItemTools): void {
  const fruits = [rgb('#c2352c'), rgb('#e0942f'), rgb('#8fa53a'), rgb('#d8b23a'), rgb('#a3263a')];
  for (const [index, [x, y]] of (
    [
      [-0.24, -0.33],
      [0.22, -0.34],
      [0, -0.36],
      [-0.12, -0.5],
      [0.13, -0.51],
    ] as const
  ).entries()) {
    const colour = tools.paint(tools.requestedColour ?? (fruits[index] as Rgb));
    const ball = brush.createRadialGradient(x + 0.06, y - 0.07, 0.01, x, y, 0.19);
    ball.addColorStop(0, css(mix(colour, [255, 250, 235], 0.6)));
    ball.addColorStop(0.35, css(colour));
    ball.addColorStop(1, css(scale(colour, 0.34)));
    brush.fillStyle = ball;
    brush.beginPath();
    brush.ellipse(x, y, 0.18, 0.175, 0, 0, 7);
    brush.fill();
    brush.strokeStyle = css(rgb('#4a3018'));
    brush.lineWidth = 0.016;
    brush.beginPath();
    brush.moveTo(x, y - 0.15);
    brush.quadraticCurveTo(x + 0.01, y - 0.2, x + 0.035, y - 0.22);
    brush.stroke();
  }
  fillRevolved(
    brush,
    smoothProfile([
      [0.2, 0],
      [0.36, -0.1],
      [0.5, -0.33],
    ]),
    rgb('#5d7f8c'),
    tools,
  );
}

function drawBottle(brush: Brush, tools: TableItemTools): void {
  fillRevolved(
    brush,
    smoothProfile([
      [0.2, 0],
      [0.2, -0.56],
      [0.075, -0.74],
      [0.07, -0.98],
    ]),
    tools.requestedColour ?? rgb('#2f5138'),
    tools,
  );
  brush.fillStyle = css(tools.paint(rgb('#e6d8b4')));
  brush.fillRect(-0.16, -0.44, 0.33, 0.24);
  brush.fillStyle = css(tools.paint(rgb('#8f2f2a')));
  brush.fillRect(-0.16, -0.4, 0.33, 0.012);
  brush.fillRect(-0.07, -1.02, 0.14, 0.08);
  brush.fillStyle = 'rgba(255,255,240,0.4)';
  brush.fillRect(0.12, -0.6, 0.022, 0.54);
}

function drawVase(brush: Brush, tools: TableItemTools): void {
  const colours =
    tools.requestedColour === undefined
      ? [rgb('#e0566f'), rgb('#f2b8c2'), rgb('#f3e3c4')]
      : [tools.requestedColour, mix(tools.requestedColour, [255, 255, 255], 0.45)];
  brush.lineCap = 'round';
  const blooms: [number, number, number][] = [];
  for (let stem = 0; stem < 8; stem++) {
    const x = (stem - 3.5) * 0.12;
    const y = -0.98 + Math.abs(stem - 3.5) * 0.075 + between(tools.random, -0.05, 0.05);
    brush.strokeStyle = css(tools.paint(rgb('#4f6f38')));
    brush.lineWidth = 0.018;
    brush.beginPath();
    brush.moveTo(x * 0.15, -0.5);
    brush.quadraticCurveTo(x * 0.4, y * 0.75, x, y);
    brush.stroke();
    blooms.push([x, y, between(tools.random, 0.1, 0.145)]);
  }
  for (const [x, y, size] of blooms)
    drawRose(brush, tools.random, x, y, size, tools.paint(pick(tools.random, colours)));
  fillRevolved(
    brush,
    smoothProfile([
      [0.14, 0],
      [0.25, -0.24],
      [0.1, -0.48],
      [0.14, -0.56],
    ]),
    rgb('#5f7f94'),
    tools,
  );
}

function addSteam(stage: Stage, x: number, y: number, size: number, depth: number): void {
  stage.items.push({
    depth,
    draw(context, tSeconds) {
      context.globalCompositeOperation = 'screen';
      for (let puff = 0; puff < 20; puff++) {
        const age = (puff / 20 + tSeconds * 0.13) % 1;
        const px = x + Math.sin(age * 5 + puff * 1.9 + tSeconds * 0.6) * size * 0.1 * (0.3 + age);
        drawGlow(
          context,
          px,
          y - age * size * 0.85,
          size * (0.06 + 0.17 * age),
          `rgba(255,248,236,${0.19 * Math.sin(age * Math.PI)})`,
        );
      }
      context.globalCompositeOperation = 'source-over';
    },
  });
}

function addCandleFlame(stage: Stage, x: number, y: number, size: number, depth: number): void {
  stage.items.push({
    depth,
    draw(context, tSeconds) {
      const sway = Math.sin(tSeconds * 3.1) * 0.012 + Math.sin(tSeconds * 7.7) * 0.006;
      context.globalCompositeOperation = 'screen';
      drawGlow(
        context,
        x,
        y - size * 0.09,
        size * (1.5 + 0.05 * Math.sin(tSeconds * 9)),
        'rgba(255,170,80,0.55)',
      );
      drawGlow(context, x, y - size * 0.09, size * 0.4, 'rgba(255,210,130,0.9)');
      context.fillStyle = 'rgba(255,244,205,0.96)';
      context.beginPath();
      context.moveTo(x + sway * size, y - size * 0.24);
      context.bezierCurveTo(x + size * 0.06, y - size * 0.1, x + size * 0.05, y, x, y + size * 0.01);
      context.bezierCurveTo(
        x - size * 0.05,
        y,
        x - size * 0.06,
        y - size * 0.1,
        x + sway * size,
        y - size * 0.24,
      );
      context.fill();
      context.globalCompositeOperation = 'source-over';
    },
  });
}
