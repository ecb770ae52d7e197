import { readFileSync } from 'node:fs';
import { parseWords } from './parse-words.ts';

const FOLDER = new URL('../../../words/', import.meta.url);

/** Reads `words/<name>.txt`. Its mistakes are errors, which end the start. */
export function readWords<Section extends string>(
  name: string,
  sections: readonly Section[],
  options?: { readonly mayBeIncomplete: boolean },
): Readonly<Record<Section, readonly string[]>> {
  const file = new URL(`${name}.txt`, FOLDER);
  return parseWords(`packages/server/words/${name}.txt`, readFileSync(file, 'utf8'), sections, options);
}
