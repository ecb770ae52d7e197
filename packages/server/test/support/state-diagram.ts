import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Mermaid state diagrams, as docs/states.md draws them, and the SQL that makes their transitions. */

interface Transition {
  readonly from: string;
  readonly to: string;
  /** File and function that make it; empty for what time alone does. */
  readonly place: string;
}

interface Diagram {
  readonly states: readonly string[];
  readonly transitions: readonly Transition[];
}

export const START = '[*]';

export function describeTransition({ from, to, place }: Transition): string {
  return `${from} --> ${to} : ${place}`;
}

/**
 * Reads the edges, each with its causes, and each cause with its place after it. Throws for another line, so that nothing of a
 * diagram is left unread.
 */
export function readDiagram(mermaid: string): Diagram {
  const edges = mermaid
    .trim()
    .split('\n')
    .filter((line) => !/^(stateDiagram-v2| {2}direction LR)$/.test(line));
  const transitions = edges.flatMap((line) => {
    const [, from = '', to = '', label = ''] = /^ *(\S+) --> (\S+) : (.+)$/.exec(line) ?? [];
    if (from === '') throw new Error(`cannot read "${line}"`);
    const parts = label.split('<br>');
    return parts.flatMap((_, at) => (at % 2 === 0 ? [{ from, to, place: parts[at + 1] ?? '' }] : []));
  });
  const states = new Set(transitions.flatMap(({ from, to }) => [from, to]));
  states.delete(START);
  return { states: [...states], transitions };
}

const WRITE = /\b(?:insert into|update|delete from) (?:jobs|open_jobs|charges|credit_charges)\b[^`]*/g;
const CHANGES_STATE =
  /^insert|^delete|^update \w+ set (?:(?! where )[^`])*\b(?:state|lease_until|deleted_at) = /;
const DECLARATION = /^(?:export )?(?:async )?(function|const) (\w+)/gm;

/** File and function of every statement that changes the state of a job, a lease or a charge. */
export function placesOfChanges(folder: string): readonly string[] {
  const places = globSync('**/*.ts', { cwd: folder }).flatMap((file) => {
    const source = readFileSync(path.join(folder, file), 'utf8');
    const declarations = [...source.matchAll(DECLARATION)];
    const around = (index: number) => declarations.findLast((declared) => declared.index <= index);
    const statements = [...source.matchAll(WRITE)].filter(([text]) => CHANGES_STATE.test(text));
    return statements.flatMap(({ index }) => {
      const [, kind, name = ''] = around(index) ?? [];
      // The statement is a constant: its places are the functions that run it.
      const uses = kind === 'const' ? [...source.matchAll(new RegExp(`\\b${name}\\b`, 'g'))] : [];
      const users = uses.map((use) => around(use.index)?.[2] ?? '').filter((user) => user !== name);
      return (kind === 'const' ? users : [name]).map((user) => `${file.replaceAll('\\', '/')} ${user}`);
    });
  });
  return [...new Set(places)].sort();
}
