import { styleText } from 'node:util';

/** A progress bar in one line. It prints nothing if the output is not a terminal. */
export interface ProgressBar {
  update(progress: number, stage: string): void;
  clear(): void;
}

const WIDTH = 32;
const REDRAW_MS = 100;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

export function startProgressBar(label: string, output: NodeJS.WriteStream = process.stdout): ProgressBar {
  if (!output.isTTY) return { update: () => {}, clear: () => {} };
  const startedAt = performance.now();
  let progress = 0;
  let stage = 'waiting for the worker';
  const draw = (): void => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const percent = `${Math.floor(progress * 100)} %`.padStart(5);
    output.write(
      `\r\x1b[2K  ${label.padEnd(15)} ${bar(progress)} ${percent}  ${seconds} s  ${styleText('dim', stage)}`,
    );
  };
  const timer = setInterval(draw, REDRAW_MS);
  draw();
  return {
    update(to, at) {
      progress = Math.max(progress, Math.min(1, to));
      stage = at;
    },
    clear() {
      clearInterval(timer);
      output.write('\r\x1b[2K');
    },
  };
}

/** Drawn in eighths of a character, so that it moves smoothly. */
function bar(progress: number): string {
  const eighths = Math.round(progress * WIDTH * 8);
  const filled = '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
  return styleText('cyan', filled) + styleText('dim', '·'.repeat(WIDTH - [...filled].length));
}
