import { readFileSync } from 'node:fs';

const shared = readFileSync(new URL('./shared.css', import.meta.url), 'utf8');

/** The stylesheet of one kind of page: what all of them share, then its own files, which may say otherwise. */
export function readStylesheet(...own: readonly URL[]): string {
  return shared + own.map((file) => readFileSync(file, 'utf8')).join('');
}
