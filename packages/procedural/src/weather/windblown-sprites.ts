import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Mood } from '../ambience.ts';

export type WindblownKind = 'leaves' | 'petals' | 'dust';

const COLOURS: Record<WindblownKind, readonly string[]> = {
  leaves: ['#b5561f', '#d18a2c', '#8c3f1d', '#c7a13a', '#7d6a2a'],
  petals: ['#f7c9d6', '#fbe3ea', '#f2a9c0', '#fff3f4'],
  dust: ['#d8c6a4', '#c9b48c', '#e4d7bd'],
};

/** What the wind carries when only the mood is known. */
export function windblownKindOfMood(mood: Mood): WindblownKind {
  if (mood === 'joyful' || mood === 'calm') return 'petals';
  return mood === 'tense' || mood === 'epic' ? 'dust' : 'leaves';
}

/** One sprite for each colour of the kind, `size` pixels across. */
export function createWindblownSprites(kind: WindblownKind, size: number): Canvas[] {
  return COLOURS[kind].map((colour) => {
    const side = Math.max(6, Math.ceil(size));
    const canvas = createCanvas(side, side);
    const context = canvas.getContext('2d');
    context.translate(side / 2, side / 2);
    context.scale(side / 2, side / 2);
    context.fillStyle = colour;
    context.beginPath();
    if (kind === 'leaves') traceLeaf(context);
    else if (kind === 'petals') tracePetal(context);
    else context.arc(0, 0, 0.5, 0, Math.PI * 2);
    context.fill();
    if (kind === 'leaves') drawVein(context);
    return canvas;
  });
}

type Pen = ReturnType<Canvas['getContext']>;

function traceLeaf(pen: Pen): void {
  pen.moveTo(-0.95, 0);
  pen.bezierCurveTo(-0.5, -0.62, 0.25, -0.56, 0.95, 0);
  pen.bezierCurveTo(0.25, 0.5, -0.5, 0.58, -0.95, 0);
}

function tracePetal(pen: Pen): void {
  pen.moveTo(-0.85, 0);
  pen.bezierCurveTo(-0.4, -0.8, 0.6, -0.75, 0.72, -0.14);
  pen.lineTo(0.58, 0);
  pen.lineTo(0.72, 0.14);
  pen.bezierCurveTo(0.6, 0.75, -0.4, 0.8, -0.85, 0);
}

function drawVein(pen: Pen): void {
  pen.strokeStyle = 'rgba(40, 20, 8, 0.35)';
  pen.lineWidth = 0.09;
  pen.beginPath();
  pen.moveTo(-0.95, 0);
  pen.lineTo(0.8, 0);
  pen.stroke();
}
