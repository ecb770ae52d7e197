import { css, mix, rgb, scale } from '../colour/colour.ts';
import { isDark } from '../colour/palette.ts';
import { paintLightShafts } from '../sky/light-shafts.ts';
import { drawGlow } from '../sky/sun-and-moon.ts';
import { type Brush, createPlate, plateItem, type Stage } from '../stage/stage.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { paintWater } from '../water/paint-water.ts';

const BAYS = 9;

/** Paints a high hall of columns with a bright window at its end, reflected in the polished floor. */
export function paintHall(stage: Stage): void {
  const { view, palette, scene } = stage;
  const stone = mix(scale(mix(palette.rock, rgb('#8a7a6a'), 0.5), 0.85), palette.ambient, 0.25);
  const { plate, brush } = createPlate(view, 0.1);
  brush.fillStyle = css(scale(mix(stone, palette.ambient, 0.4), 0.3));
  brush.fillRect(-view.width, -view.height, view.width * 3, view.height * 3);
  const x = view.width / 2;
  paintEndWindow(stage, brush, x);
  stage.items.push(plateItem(plate, 0.1));
  for (let bay = 0; bay < BAYS; bay++) paintBay(stage, bay, stone, x);
  paintLightShafts(stage, isDark(scene.time) ? 0.25 : 0.55);
  paintWater(stage, {
    top: view.horizon + view.height * 0.035,
    eyeHeight: 2,
    roughness: 0.045,
    foam: 0,
    depth: 0.5,
    clarity: 0.52,
    glitter: false,
    colour: scale(stone, 0.5),
  });
  stage.placed.add('temple');
  paintSubjects(stage, {
    ground: {
      x: view.focusX,
      y: view.horizon + (view.height - view.horizon) * 0.6,
      depth: 0.7,
      hazeAmount: 0,
      size: view.unit * 0.34,
      on: 'ground',
    },
  });
}

function paintEndWindow(stage: Stage, brush: Brush, x: number): void {
  const { view, palette } = stage;
  const half = view.unit * 0.1;
  const foot = view.horizon + view.height * 0.02;
  const top = view.horizon - view.unit * 0.24;
  const glass = brush.createLinearGradient(0, top - half, 0, foot);
  glass.addColorStop(0, css(mix(palette.sun, [255, 255, 255], 0.3)));
  glass.addColorStop(1, css(palette.glow));
  brush.fillStyle = glass;
  brush.beginPath();
  brush.moveTo(x - half, foot);
  brush.lineTo(x - half, top);
  brush.quadraticCurveTo(x - half, top - half * 0.9, x, top - half * 1.35);
  brush.quadraticCurveTo(x + half, top - half * 0.9, x + half, top);
  brush.lineTo(x + half, foot);
  brush.fill();
  brush.globalCompositeOperation = 'screen';
  drawGlow(brush, x, view.horizon - view.unit * 0.12, view.unit * 0.8, css(palette.glow, 0.75));
  brush.globalCompositeOperation = 'source-over';
}

/** One pair of columns with its arch; nearer bays are larger, darker and clearer. */
function paintBay(stage: Stage, bay: number, stone: readonly [number, number, number], x: number): void {
  const { view, palette } = stage;
  const near = bay / (BAYS - 1);
  const scaleBy = 0.26 * 1.27 ** bay;
  const depth = 0.12 + 0.75 * near;
  const { plate, brush } = createPlate(view, depth);
  const gap = view.unit * 0.34 * scaleBy * (view.width > view.height ? 1.25 : 0.85);
  const half = view.unit * 0.052 * scaleBy;
  const foot = view.horizon + view.unit * 0.075 * scaleBy;
  const spring = view.horizon - view.unit * 0.46 * scaleBy;
  const hazeAmount = (1 - near) ** 1.5 * 0.72;
  for (const side of [-1, 1]) {
    const middle = x + side * gap;
    const body = brush.createLinearGradient(middle - half, 0, middle + half, 0);
    const inner = mix(mix(stone, palette.glow, 0.42), palette.glow, hazeAmount);
    const outer = mix(scale(stone, 0.34), palette.glow, hazeAmount * 0.8);
    body.addColorStop(side < 0 ? 1 : 0, css(inner));
    body.addColorStop(0.5, css(mix(inner, outer, 0.66)));
    body.addColorStop(side < 0 ? 0 : 1, css(outer));
    brush.fillStyle = body;
    brush.fillRect(middle - half, spring, half * 2, foot - spring);
    for (const [y, width, height] of [
      [spring - half * 0.5, 1.5, 0.55],
      [foot - half * 0.5, 1.45, 0.6],
    ] as const)
      brush.fillRect(middle - half * width, y, half * 2 * width, half * height);
    brush.fillRect(
      side < 0 ? -view.width : middle + half * 3.5,
      spring - view.unit,
      side < 0 ? middle - half * 3.5 + view.width : view.width * 2,
      foot - spring + view.unit,
    );
  }
  brush.fillStyle = css(mix(scale(stone, 0.4), palette.glow, hazeAmount * 0.9));
  brush.beginPath();
  brush.moveTo(-view.width, -view.height);
  brush.lineTo(view.width * 2, -view.height);
  brush.lineTo(view.width * 2, spring);
  brush.lineTo(x + gap + half, spring);
  brush.quadraticCurveTo(x + gap * 0.96, spring - gap * 1.05, x, spring - gap * 1.42);
  brush.quadraticCurveTo(x - gap * 0.96, spring - gap * 1.05, x - gap - half, spring);
  brush.lineTo(-view.width, spring);
  brush.fill();
  brush.strokeStyle = css(mix(stone, palette.glow, 0.3 + hazeAmount * 0.6), 0.75);
  brush.lineWidth = half * 0.24;
  brush.beginPath();
  brush.moveTo(x + gap - half, spring);
  brush.quadraticCurveTo(x + gap * 0.9, spring - gap, x, spring - gap * 1.34);
  brush.quadraticCurveTo(x - gap * 0.9, spring - gap, x - gap + half, spring);
  brush.stroke();
  stage.items.push(plateItem(plate, depth));
}
