import { createPlate, plateItem, type Stage } from '../stage/stage.ts';

const BANDS = [
  '255,70,60',
  '255,150,50',
  '255,235,80',
  '90,220,110',
  '70,160,255',
  '110,90,230',
  '170,80,220',
];

/** Paints a rainbow opposite the sun, with its fainter secondary bow outside. */
export function paintRainbow(stage: Stage): void {
  const { view } = stage;
  const { plate, brush } = createPlate(view, 0.06, 0, view.horizon);
  const x = view.width - view.sunX;
  const radius = view.unit * 0.62;
  const y = view.horizon + radius * 0.1;
  for (const [grow, strength, order] of [
    [1, 0.34, 1],
    [1.26, 0.11, -1],
  ] as const) {
    BANDS.forEach((band, index) => {
      const place = order > 0 ? index : BANDS.length - 1 - index;
      brush.strokeStyle = `rgba(${band},${strength})`;
      brush.lineWidth = view.unit * 0.014;
      brush.beginPath();
      brush.arc(x, y, radius * grow - place * view.unit * 0.0075, Math.PI, Math.PI * 2);
      brush.stroke();
    });
  }
  stage.items.push({
    ...plateItem(plate, 0.06),
    draw: (context) => {
      context.globalCompositeOperation = 'screen';
      context.drawImage(plate.canvas, plate.x, plate.y);
      context.globalCompositeOperation = 'source-over';
    },
  });
}
