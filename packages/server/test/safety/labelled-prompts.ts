import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATEGORIES, type Category, type Verdict } from '../../src/safety/category.ts';

/** A prompt and its correct decision. Prompts to refuse are no longer or blunter than the label needs. */
export interface LabelledPrompt {
  readonly label: Category | 'allowed';
  readonly prompt: string;
}

/**
 * The batches in the order they were written. The lexicon was written with the first. Each of the others was
 * complete before it was first checked; docs/measurements.md has the figures of that check.
 */
export const BATCHES = [
  'batch-1',
  'batch-2',
  'batch-3',
  'batch-4',
  'batch-5',
  'batch-6',
  'batch-7',
  'batch-8',
] as const;

/** Written without sight of the lists and the batches. The lists are never changed for what it shows. */
export const HELD_OUT = 'held-out-1';

export function readBatch(name: (typeof BATCHES)[number] | typeof HELD_OUT): readonly LabelledPrompt[] {
  const file = join(import.meta.dirname, 'prompts', `${name}.jsonl`);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export interface Quality {
  /** The share of the refused prompts that must be refused. */
  readonly precision: number;
  /** The share of the prompts that must be refused which are refused. */
  readonly recall: number;
  /** Recall of each category that occurs. */
  readonly recallOf: ReadonlyMap<Category, number>;
  /** The wrong decisions, each with its label. */
  readonly mistakes: readonly string[];
}

export function measureQuality(
  prompts: readonly LabelledPrompt[],
  check: (prompt: string) => Verdict,
): Quality {
  const checked = prompts.map((one) => ({ ...one, refused: !check(one.prompt).allowed }));
  const toRefuse = checked.filter(({ label }) => label !== 'allowed');
  const refused = checked.filter((one) => one.refused);
  const correct = toRefuse.filter((one) => one.refused);
  const recallOf = CATEGORIES.flatMap((category): [Category, number][] => {
    const ofCategory = toRefuse.filter(({ label }) => label === category);
    if (ofCategory.length === 0) return [];
    return [[category, ofCategory.filter((one) => one.refused).length / ofCategory.length]];
  });
  return {
    precision: correct.length / refused.length,
    recall: correct.length / toRefuse.length,
    recallOf: new Map(recallOf),
    mistakes: checked
      .filter((one) => one.refused !== (one.label !== 'allowed'))
      .map(({ label, prompt }) => `${label}: ${prompt}`),
  };
}
