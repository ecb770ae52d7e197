import { along, css, mix, type Rgb, rgb, scale, smoothstep } from '../colour/colour.ts';
import { isDark } from '../colour/palette.ts';
import { createNoise } from '../random/noise.ts';
import { between, createRandom, pick } from '../random/random.ts';
import { drawGlow } from '../sky/sun-and-moon.ts';
import { createPixels, toCanvas } from '../stage/pixels.ts';
import { createPlate, overscan, plateItem, type Stage } from '../stage/stage.ts';
import { paintSubjects } from '../subjects/paint-subjects.ts';
import { paintStillLife } from '../subjects/still-life.ts';

/** Paints a still life: objects on a wooden table, lit from one side, in front of a blurred room. */
export function paintTable(stage: Stage): void {
  const { view } = stage;
  const edge = view.height * 0.56;
  paintRoom(stage, edge);
  paintBokeh(stage, edge);
  paintBoards(stage, edge);
  paintStillLife(stage, edge);
  const side = view.focusX > view.width / 2 ? -1 : 1;
  const x = view.focusX + side * view.unit * 0.4;
  const y = edge + (view.height - edge) * 0.3;
  paintSubjects(stage, { ground: { x, y, depth: 0.6, hazeAmount: 0, size: view.unit * 0.46, on: 'ground' } });
}

function paintRoom(stage: Stage, edge: number): void {
  const { view, palette, scene } = stage;
  const dark = isDark(scene.time);
  const { plate, brush } = createPlate(view, 0.1);
  const wall = mix(scale(palette.ambient, dark ? 0.7 : 0.8), rgb('#3a2a20'), 0.45);
  const light = mix(palette.glow, rgb('#ffdca8'), 0.4);
  const back = brush.createLinearGradient(
    view.sunX < view.width / 2 ? 0 : view.width,
    0,
    view.sunX < view.width / 2 ? view.width : 0,
    edge,
  );
  back.addColorStop(0, css(mix(wall, light, dark ? 0.2 : 0.55)));
  back.addColorStop(1, css(scale(wall, 0.55)));
  brush.fillStyle = back;
  brush.fillRect(-view.width, -view.height, view.width * 3, view.height * 3);
  // A blurred window: soft panes that show the sky.
  const windowX = view.sunX < view.width / 2 ? view.width * 0.04 : view.width * 0.62;
  brush.filter = `blur(${Math.round(view.unit * 0.02)}px)`;
  for (let pane = 0; pane < 4; pane++) {
    const x = windowX + (pane % 2) * view.width * 0.17;
    const y = -view.height * 0.06 + Math.floor(pane / 2) * view.height * 0.27;
    const glass = brush.createLinearGradient(0, y, 0, y + view.height * 0.25);
    glass.addColorStop(0, css(dark ? palette.upper : mix(palette.upper, [255, 255, 255], 0.45)));
    glass.addColorStop(1, css(mix(palette.horizon, [255, 255, 255], dark ? 0.1 : 0.45)));
    brush.fillStyle = glass;
    brush.fillRect(x, y, view.width * 0.155, view.height * 0.25);
  }
  brush.filter = 'none';
  stage.items.push(plateItem(plate, 0.1));
}

function paintBokeh(stage: Stage, edge: number): void {
  const { view, palette, scene } = stage;
  const random = createRandom(scene.root, 'table bokeh');
  const lights = Array.from({ length: 26 }, () => ({
    x: random() * view.width,
    y: edge * between(random, 0.1, 0.95),
    size: view.unit * between(random, 0.015, 0.05),
    colour: mix(
      pick(random, [rgb('#ffd08a'), palette.glow, rgb('#ff9d6a'), palette.accentTwo]),
      [255, 255, 255],
      0.2,
    ),
    alpha: between(random, 0.1, 0.36),
    phase: random() * 7,
  }));
  stage.items.push({
    depth: 0.15,
    draw(context, tSeconds) {
      context.globalCompositeOperation = 'screen';
      for (const light of lights) {
        context.fillStyle = css(light.colour, light.alpha * (0.85 + 0.15 * Math.sin(tSeconds + light.phase)));
        context.beginPath();
        context.arc(light.x, light.y, light.size, 0, 7);
        context.fill();
      }
      context.globalCompositeOperation = 'source-over';
    },
  });
}

/** Paints planks in perspective, with grain, gaps and the reflection of the window. */
function paintBoards(stage: Stage, edge: number): void {
  const { view, palette, scene } = stage;
  const noise = createNoise(scene.root ^ 0x7ab);
  const depth = 0.6;
  const margin = overscan(view, depth);
  const shrink = 2;
  const width = Math.ceil((view.width + 2 * margin) / shrink);
  const height = Math.ceil((view.height + margin - edge) / shrink);
  const pixels = createPixels(width, height);
  const light = mix(mix(palette.key, palette.ambient, 0.25), rgb('#ffe2b8'), 0.35);
  const dim = isDark(scene.time) ? 0.55 : 0.95;
  const woods: readonly Rgb[] = [rgb('#3f2413'), rgb('#74441f'), rgb('#9c6532'), rgb('#b98047')];
  for (let row = 0; row < height; row++) {
    const z = 1 / (row / height + 0.16);
    for (let column = 0; column < width; column++) {
      const x = ((column - width / 2) / view.unit) * shrink * z * 1.6;
      const board = Math.floor(x * 1.5 + 100);
      const shade = noise.at(board * 7.3, 0.5);
      const warp = noise.fbm(x * 2.2 + board * 5, z * 0.9 + shade * 9, 3);
      const rings =
        Math.sin((x * 24 + warp * 9 + shade * 20) * 1.2) * 0.5 + noise.fbm(x * 42, z * 1.7 + board, 3);
      const gap = Math.abs(x * 1.5 + 100 - board - 0.5) > 0.488 ? 0.32 : 1;
      const tone = 0.45 + shade * 0.35 + rings * 0.17;
      const side = view.sunX < view.width / 2 ? 1 - column / width : column / width;
      const gleam = 0.55 + 0.75 * side + 0.35 * smoothstep(0.8, 0, row / height) * side;
      const wood = along(woods, tone);
      const at = (row * width + column) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const index = channel as 0 | 1 | 2;
        pixels.data[at + channel] =
          ((wood[index] * light[index]) / 255) * gap * gleam * dim +
          light[index] * 0.05 * side * (1 - row / height);
      }
      pixels.data[at + 3] = 255;
    }
  }
  stage.items.push(
    plateItem(
      { canvas: toCanvas(pixels), x: -margin, y: edge, width: width * shrink, height: height * shrink },
      depth,
    ),
  );
  stage.items.push({
    depth,
    draw: (context) => {
      context.globalCompositeOperation = 'screen';
      drawGlow(
        context,
        view.sunX < view.width / 2 ? 0 : view.width,
        edge,
        view.unit * 0.7,
        css(palette.glow, 0.3),
      );
      context.globalCompositeOperation = 'source-over';
    },
  });
}
