import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The synchronous half of the Python client, from the asynchronous one: the same code without `async` and `await`. The words
 * below are all in which the two differ, so that each behaviour is written, and corrected, once.
 */

const ROOT = path.dirname(import.meta.dirname);
const FOLDER = 'packages/python/src/kinora';
const NOTICE = '# Generated from ../_async; run "npm run generate" after changing it.\n';

const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/\bAwaitable, /g, ''],
  [/\bAsyncGenerator\[(.*?), None\]/g, 'Generator[$1, None, None]'],
  [/\basync (?=def|for|with)/g, ''],
  [/\bawait /g, ''],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\basyncio\b/g, 'time'],
  [/\baiter_bytes\b/g, 'iter_bytes'],
  [/\baclos(?=e\b|ing\b)/g, 'clos'],
  [/__a(?=enter__|exit__)/g, '__'],
  [/\basynccontextmanager\b/g, 'contextmanager'],
  [/\bAwaitable\[(.*?)\]\]/g, '$1]'],
];

/** The files with their paths from the root of the repository. */
export function renderPythonSync(): { readonly path: string; readonly text: string }[] {
  return globSync('*.py', { cwd: path.join(ROOT, FOLDER, '_async') })
    .sort()
    .map((name) => {
      const source = readFileSync(path.join(ROOT, FOLDER, '_async', name), 'utf8');
      const text = REPLACEMENTS.reduce((code, [from, to]) => code.replaceAll(from, to), source);
      return { path: `${FOLDER}/_sync/${name}`, text: NOTICE + text };
    });
}
