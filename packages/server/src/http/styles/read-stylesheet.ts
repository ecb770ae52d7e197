import { readFileSync } from 'node:fs';

const shared = readFileSync(new URL('./shared.css', import.meta.url), 'utf8');
const print = readFileSync(new URL('./print.css', import.meta.url), 'utf8');

/** What the reference and the documentation have in common. */
type Part = 'layout' | 'contents' | 'text' | 'code';

/**
 * The stylesheet of a page: the shared rules, then those of its files and parts, which may override them, then how it is
 * printed, which overrides both.
 */
export function readStylesheet(...parts: readonly (URL | Part)[]): string {
  const files = parts.map((part) => (part instanceof URL ? part : new URL(`./${part}.css`, import.meta.url)));
  return shared + files.map((file) => readFileSync(file, 'utf8')).join('') + print;
}
