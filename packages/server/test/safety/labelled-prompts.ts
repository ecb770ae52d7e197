import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATEGORIES, type Category, type Verdict } from '../../src/safety/category.ts';

/** A prompt and what is right for it. Refused ones are as short and blunt as a label needs. */
export interface LabelledPrompt {
  readonly label: Category | 'allowed';
  readonly prompt: string;
}

/**
 * The batches in the order they were written. The lists were made with the first; each of the others was
 * written before it was ever checked, and its first figures stand in docs/decisions/21-prompt-check.md.
 */
export const BATCHES = ['batch-1', 'batch-2', 'batch-3', 'batch-4', 'batch-5', 'batch-6'] as const;

export function readBatch(name: (typeof BATCHES)[number]): readonly LabelledPrompt[] {
  const file = join(import.meta.dirname, 'prompts', `${name}.jsonl`);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export interface Quality {
  /** Of what is refused, how much has to be. */
  readonly precision: number;
  /** Of what has to be refused, how much is. */
  readonly recall: number;
  /** Of the categories that occur. */
  readonly recallOf: ReadonlyMap<Category, number>;
  /** What went wrong, with the verdict. */
  readonly mistakes: readonly string[];
}

export function measureQuality(
  prompts: readonly LabelledPrompt[],
  check: (prompt: string) => Verdict,
): Quality {
  const judged = prompts.map((one) => ({ ...one, refused: !check(one.prompt).allowed }));
  const toRefuse = judged.filter(({ label }) => label !== 'allowed');
  const refused = judged.filter((one) => one.refused);
  const rightly = toRefuse.filter((one) => one.refused);
  const recallOf = CATEGORIES.flatMap((category): [Category, number][] => {
    const ofCategory = toRefuse.filter(({ label }) => label === category);
    if (ofCategory.length === 0) return [];
    return [[category, ofCategory.filter((one) => one.refused).length / ofCategory.length]];
  });
  return {
    precision: rightly.length / refused.length,
    recall: rightly.length / toRefuse.length,
    recallOf: new Map(recallOf),
    mistakes: judged
      .filter((one) => one.refused !== (one.label !== 'allowed'))
      .map(({ label, prompt }) => `${label}: ${prompt}`),
  };
}
