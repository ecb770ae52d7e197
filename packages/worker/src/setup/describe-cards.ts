import path from 'node:path';
import type { Card } from './find-renderers.ts';
import { shownCommand } from './shown-command.ts';

const MAIN = 'worker.env';

/** How the other cards of this machine get a ComfyUI and a worker each; undefined if there are none, or this is not the first worker. */
export function describeCards(cards: readonly Card[], url: string, file: string): string | undefined {
  if (cards.length < 2 || path.basename(file) !== MAIN) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const next = Number(port || 80) + 1;
  const names = [...new Set(cards.map(({ name }) => name))].join(', ');
  const more = cards.length > 2 ? `, then with 2 and ${next + 1}, and so on` : '';
  return `
This machine has ${cards.length} cards (${names}). A ComfyUI uses one of them, and a worker one ComfyUI. For the next card start another ComfyUI, and set up another worker${more}:
  python main.py --listen 127.0.0.1 --port ${next} --cuda-device 1 --disable-metadata --preview-method none
  ${shownCommand()} setup --comfyui ${protocol}//${hostname}:${next} --file worker-1.env`;
}
