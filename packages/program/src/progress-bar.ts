import { styleText } from 'node:util';
import { cleanText } from './outside-text.ts';

/** A progress bar in one line. It prints nothing if the output is not a terminal. */
export interface ProgressBar {
  update(progress: number, stage: string): void;
  clear(): void;
}

const WIDTH = 32;
const MIN_WIDTH = 8;
const REDRAW_MS = 100;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const LABEL_WIDTH = 15;
/** The width of the rest of the line: spaces, percent and seconds. */
const FIGURES_WIDTH = 24;

export function startProgressBar(
  label: string,
  output: NodeJS.WriteStream = process.stdout,
  firstStage = 'waiting for the worker',
): ProgressBar {
  if (!output.isTTY) return { update: () => {}, clear: () => {} };
  const startedAt = performance.now();
  let progress = 0;
  let stage = firstStage;
  const draw = (): void => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const percent = `${Math.floor(progress * 100)} %`.padStart(5);
    // A line that wraps could not be erased, so a narrow terminal shows the figures alone.
    const room = output.columns - LABEL_WIDTH - FIGURES_WIDTH;
    const width = Math.min(WIDTH, room);
    const drawn = width < MIN_WIDTH ? '' : `${bar(progress, width, output)} `;
    const shown = cleanText(stage).slice(0, Math.max(0, room - width));
    const named = room < 0 ? '' : `  ${label.padEnd(LABEL_WIDTH)} `;
    output.write(
      `\r\x1b[2K${named}${drawn}${percent}  ${seconds} s  ${styleText('dim', shown, { stream: output })}`,
    );
  };
  const timer = setInterval(draw, REDRAW_MS);
  draw();
  return {
    update(to, at) {
      progress = Math.max(progress, Math.min(1, Number(to) || 0));
      stage = at;
    },
    clear() {
      clearInterval(timer);
      output.write('\r\x1b[2K');
    },
  };
}

/** Drawn in eighths of a character, so that it moves smoothly. */
function bar(progress: number, width: number, output: NodeJS.WriteStream): string {
  const eighths = Math.round(progress * width * 8);
  const filled = '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
  const rest = '·'.repeat(width - [...filled].length);
  return styleText('cyan', filled, { stream: output }) + styleText('dim', rest, { stream: output });
}
