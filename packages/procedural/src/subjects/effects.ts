import { gustAt } from '../ambience.ts';
import type { Site } from '../backdrops/site.ts';
import { css, mix, rgb } from '../colour/colour.ts';
import { isDark } from '../colour/palette.ts';
import type { SubjectKind } from '../prompt/scene.ts';
import { drawGlow } from '../sky/sun-and-moon.ts';
import type { Stage } from '../stage/stage.ts';
import { drawMillSails } from './buildings.ts';

/** Adds the moving parts of a subject: beams, smoke, flames, sails and lamps. */
export function addEffects(
  stage: Stage,
  kind: SubjectKind,
  site: Site,
  size: number,
  flipped: boolean,
  layer: 'behind' | 'front',
): void {
  const dark = isDark(stage.scene.time) || stage.scene.weather === 'storm';
  if (layer === 'behind') {
    if (kind === 'rocket') addExhaust(stage, site, size);
    return;
  }
  if (kind === 'lighthouse' && stage.scene.time !== 'day') addBeam(stage, site, size);
  if (kind === 'windmill') addSails(stage, site, size);
  if (kind === 'campfire') addFlames(stage, site, size);
  if ((kind === 'cottage' || kind === 'train' || kind === 'ship') && stage.scene.weather !== 'storm')
    addSmoke(stage, kind, site, size, flipped);
  if (kind === 'lantern' || kind === 'candle') addLampGlow(stage, site, size, 'rgba(255,190,96,0.75)', -0.5);
  if (kind === 'balloon' && dark) addLampGlow(stage, site, size, 'rgba(255,190,96,0.5)', -0.55);
  if (dark && (kind === 'cottage' || kind === 'pagoda' || kind === 'castle' || kind === 'temple'))
    addLampGlow(stage, site, size * 0.8, 'rgba(255,196,110,0.34)', -0.3);
  if (kind === 'ufo') addTractorBeam(stage, site, size);
}

function addLampGlow(stage: Stage, site: Site, size: number, colour: string, at: number): void {
  stage.items.push({
    depth: site.depth,
    draw(context, tSeconds) {
      context.globalCompositeOperation = 'screen';
      context.globalAlpha = 0.88 + 0.12 * Math.sin(tSeconds * 5.1 + site.x);
      drawGlow(context, site.x, site.y + at * size, size * 1.15, colour);
      context.globalAlpha = 1;
      context.globalCompositeOperation = 'source-over';
    },
  });
}

/** Adds two rotating beams, widest and brightest as they pass the viewer. */
function addBeam(stage: Stage, site: Site, size: number): void {
  const { view } = stage;
  const x = site.x;
  const y = site.y - size * 0.838;
  const start = site.x > view.width / 2 ? 2.75 : 0.38;
  stage.items.push({
    depth: site.depth,
    draw(context, tSeconds) {
      context.globalCompositeOperation = 'screen';
      for (const turn of [0, Math.PI]) {
        const angle = start + turn + tSeconds * 0.75;
        const across = Math.cos(angle);
        const towards = Math.sin(angle);
        const length = view.width * 1.05 * Math.max(0.12, Math.abs(across));
        const width = size * (0.16 + 0.3 * Math.max(0, towards));
        const sign = across < 0 ? -1 : 1;
        const light = context.createLinearGradient(x, y, x + sign * length, y);
        const bright = 0.3 + 0.34 * Math.max(0, towards);
        light.addColorStop(0, `rgba(255,244,208,${bright + 0.25})`);
        light.addColorStop(0.3, `rgba(255,240,196,${bright * 0.5})`);
        light.addColorStop(1, 'rgba(255,236,190,0)');
        context.fillStyle = light;
        for (const spread of [1, 0.55]) {
          context.beginPath();
          context.moveTo(x, y - size * 0.012);
          context.lineTo(x + sign * length, y - width * spread + length * 0.02);
          context.lineTo(x + sign * length, y + width * spread + length * 0.02);
          context.lineTo(x, y + size * 0.012);
          context.fill();
        }
        if (towards > 0.6)
          drawGlow(context, x, y, size * 0.9 * towards, `rgba(255,246,214,${(towards - 0.6) * 1.8})`);
      }
      drawGlow(context, x, y, size * 0.24, 'rgba(255,244,206,0.95)');
      context.globalCompositeOperation = 'source-over';
    },
  });
}

function addSails(stage: Stage, site: Site, size: number): void {
  stage.items.push({
    depth: site.depth,
    draw(context, tSeconds) {
      const speed = 0.35 + gustAt(stage.scene.ambience, 0);
      context.translate(site.x, site.y);
      context.scale(size, size);
      drawMillSails(context, 0.4 + tSeconds * speed);
    },
  });
}

function addFlames(stage: Stage, site: Site, size: number): void {
  const { view } = stage;
  stage.fire = { x: site.x / view.width, y: (site.y - size * 0.3) / view.height, spread: 0.03 };
  const layers: readonly [number, string][] = [
    [1, '255,92,24'],
    [0.72, '255,150,40'],
    [0.42, '255,226,130'],
  ];
  stage.items.push({
    depth: site.depth,
    draw(context, tSeconds) {
      context.globalCompositeOperation = 'screen';
      const flicker = 0.86 + 0.1 * Math.sin(tSeconds * 11) + 0.06 * Math.sin(tSeconds * 23.7);
      drawGlow(context, site.x, site.y - size * 0.4, size * 8 * flicker, 'rgba(255,140,50,0.5)');
      drawGlow(context, site.x, site.y - size * 0.4, size * 2.6, 'rgba(255,180,80,0.7)');
      for (const [share, colour] of layers) {
        for (let tongue = 0; tongue < 7; tongue++) {
          const place = (tongue - 3) / 3;
          const beat = Math.sin(tSeconds * (6 + tongue * 0.9) + tongue * 2.3);
          const height = size * share * (1.55 - Math.abs(place) * 0.9) * (0.82 + 0.2 * beat);
          const x = site.x + place * size * 0.36 * share;
          const tip = x + Math.sin(tSeconds * 4.3 + tongue) * size * 0.12;
          context.fillStyle = `rgba(${colour},0.55)`;
          context.beginPath();
          context.moveTo(x - size * 0.15 * share, site.y - size * 0.1);
          context.bezierCurveTo(
            x - size * 0.22 * share,
            site.y - height * 0.5,
            tip - size * 0.03,
            site.y - height * 0.7,
            tip,
            site.y - height,
          );
          context.bezierCurveTo(
            tip + size * 0.03,
            site.y - height * 0.7,
            x + size * 0.22 * share,
            site.y - height * 0.5,
            x + size * 0.15 * share,
            site.y - size * 0.1,
          );
          context.fill();
        }
      }
      context.globalCompositeOperation = 'source-over';
    },
  });
}

function addSmoke(stage: Stage, kind: SubjectKind, site: Site, size: number, flipped: boolean): void {
  const { palette, scene } = stage;
  const turn = flipped ? -1 : 1;
  const [dx, dy] = kind === 'cottage' ? [-0.285, -1.03] : kind === 'train' ? [0.5, -1.02] : [0, -0.98];
  const colour = mix(mix(palette.haze, rgb('#ffffff'), 0.3), palette.cloudShade, 0.25);
  stage.items.push({
    depth: site.depth,
    draw(context, tSeconds) {
      for (let puff = 0; puff < 18; puff++) {
        const age = (puff / 18 + tSeconds * 0.11) % 1;
        const x =
          site.x +
          turn * dx * size +
          (age ** 1.3 * (0.6 + scene.ambience.wind * 1.6) + 0.05 * Math.sin(age * 9 + puff)) * size;
        const y = site.y + dy * size - age ** 0.8 * size * 0.85;
        const radius = size * (0.035 + 0.2 * age);
        const soft = context.createRadialGradient(x, y, 0, x, y, radius);
        soft.addColorStop(0, css(colour, 0.34 * (1 - age)));
        soft.addColorStop(1, css(colour, 0));
        context.fillStyle = soft;
        context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
      }
    },
  });
}

function addExhaust(stage: Stage, site: Site, size: number): void {
  stage.items.push({
    depth: site.depth,
    draw(context, tSeconds) {
      context.globalCompositeOperation = 'screen';
      const length = size * (1.1 + 0.08 * Math.sin(tSeconds * 31) + 0.05 * Math.sin(tSeconds * 47));
      drawGlow(context, site.x, site.y + size * 0.08, size * 0.75, 'rgba(255,170,80,0.8)');
      const flame = context.createLinearGradient(0, site.y - size * 0.06, 0, site.y + length);
      flame.addColorStop(0, 'rgba(255,250,225,1)');
      flame.addColorStop(0.25, 'rgba(255,190,90,0.85)');
      flame.addColorStop(1, 'rgba(255,90,40,0)');
      context.fillStyle = flame;
      context.beginPath();
      context.moveTo(site.x - size * 0.075, site.y - size * 0.05);
      context.quadraticCurveTo(site.x - size * 0.14, site.y + length * 0.3, site.x, site.y + length);
      context.quadraticCurveTo(
        site.x + size * 0.14,
        site.y + length * 0.3,
        site.x + size * 0.075,
        site.y - size * 0.05,
      );
      context.fill();
      context.globalCompositeOperation = 'source-over';
    },
  });
}

function addTractorBeam(stage: Stage, site: Site, size: number): void {
  const { view } = stage;
  stage.items.push({
    depth: site.depth,
    draw(context, tSeconds) {
      const foot = view.horizon + view.unit * 0.2;
      const beam = context.createLinearGradient(0, site.y - size * 0.4, 0, foot);
      beam.addColorStop(0, `rgba(190,255,220,${0.5 + 0.08 * Math.sin(tSeconds * 6)})`);
      beam.addColorStop(1, 'rgba(160,255,210,0)');
      context.globalCompositeOperation = 'screen';
      context.fillStyle = beam;
      context.beginPath();
      context.moveTo(site.x - size * 0.4, site.y - size * 0.42);
      context.lineTo(site.x + size * 0.4, site.y - size * 0.42);
      context.lineTo(site.x + size * 1.3, foot);
      context.lineTo(site.x - size * 1.3, foot);
      context.fill();
      context.globalCompositeOperation = 'source-over';
    },
  });
}
