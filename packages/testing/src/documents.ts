import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The code blocks of the documents that people follow, each with the words after its language, which say how it is
 * tested:
 *
 *   run                  run in a shell, block after block
 *   start                a process that goes on: started, waited for, stopped
 *   settings             environment variables, read as the service or the worker reads them
 *   ci                   the commands of .ci/run
 *   test=area/name       read and tested by packages/<any>/test/area/name.test.ts
 *   not-run="reason"     not tested; few
 *
 * JSON, YAML, TOML, JavaScript and Python without such a word are parsed.
 */

const ROOT = path.join(import.meta.dirname, '../../..');

export interface CodeBlock {
  /** Relative to the repository. */
  readonly document: string;
  readonly line: number;
  readonly language: string;
  readonly mark: string;
  readonly text: string;
}

/** The decisions and the architecture are read, not followed. */
const READ_ONLY = /^docs\/decisions\//;

export const documents: readonly string[] = globSync(
  ['{README,CONTRIBUTING,SECURITY}.md', 'docs/**/*.md', 'packages/*/README.md'],
  { cwd: ROOT },
)
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !READ_ONLY.test(file))
  .sort();

export function readDocument(document: string): string {
  return readFileSync(path.join(ROOT, document), 'utf8');
}

export function codeBlocksOf(document: string): CodeBlock[] {
  const source = readDocument(document);
  return [...source.matchAll(/^( *)```(\S*) *(.*)\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [, indent = '', language = '', mark = '', code = ''] = match;
    const text = code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const line = source.slice(0, match.index).split('\n').length;
    return { document, line, language, mark, text };
  });
}

/** The blocks that are marked as those of a test, by its path below the `test` folder of its package. */
export function blocksFor(document: string, test: string): CodeBlock[] {
  return codeBlocksOf(document).filter(({ mark }) => mark === `test=${test}`);
}

export function placeOf({ document, line }: CodeBlock): string {
  return `${document}:${line}`;
}
