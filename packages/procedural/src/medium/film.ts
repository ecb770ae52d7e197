import { createCanvas } from '@napi-rs/canvas';
import { css } from '../colour/colour.ts';
import type { Stage } from '../stage/stage.ts';

/**
 * Adds the film styles (noir, vintage, synthwave): blend layers over the whole frame, cheap enough for
 * videos.
 */
export function addFilmStyle(stage: Stage): void {
  const { scene, view } = stage;
  const over = (
    blend: 'saturation' | 'color' | 'soft-light' | 'screen' | 'multiply',
    colour: string,
  ): void => {
    stage.items.push({
      depth: 1,
      onLens: true,
      draw(context) {
        context.globalCompositeOperation = blend;
        context.fillStyle = colour;
        context.fillRect(0, 0, view.width, view.height);
        context.globalCompositeOperation = 'source-over';
      },
    });
  };
  if (scene.medium === 'noir') {
    over('saturation', 'rgb(128,128,128)');
    over('soft-light', 'rgba(20,20,24,0.5)');
  }
  if (scene.medium === 'vintage') {
    over('color', 'rgba(176,132,82,0.5)');
    over('screen', 'rgba(64,38,20,0.34)');
  }
  if (scene.medium === 'synthwave') {
    addScanLines(stage, css(stage.palette.zenith, 0.34));
  }
}

function addScanLines(stage: Stage, colour: string): void {
  const { width, height, unit } = stage.view;
  const pitch = Math.max(3, Math.round(unit / 220));
  const lines = createCanvas(8, height);
  const brush = lines.getContext('2d');
  brush.fillStyle = colour;
  for (let y = 0; y < height; y += pitch) brush.fillRect(0, y, 8, Math.max(1, pitch * 0.4));
  stage.items.push({
    depth: 1,
    onLens: true,
    draw: (context) => context.drawImage(lines, 0, 0, width, height),
  });
}
