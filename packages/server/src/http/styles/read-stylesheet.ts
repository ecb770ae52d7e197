import { readFileSync } from 'node:fs';

const shared = readFileSync(new URL('./shared.css', import.meta.url), 'utf8');
const print = readFileSync(new URL('./print.css', import.meta.url), 'utf8');

/**
 * The stylesheet of a page: the shared rules, then the rules of its files, which may override them, then how it is
 * printed, which overrides both.
 */
export function readStylesheet(...own: readonly URL[]): string {
  return shared + own.map((file) => readFileSync(file, 'utf8')).join('') + print;
}
