import { CATEGORIES } from '../../src/safety/category.ts';
import { checkPrompt } from '../../src/safety/check-prompt.ts';
import {
  BATCHES,
  HELD_OUT,
  type LabelledPrompt,
  measureQuality,
  readBatch,
} from '../../test/safety/labelled-prompts.ts';
import { median, number, quantile } from '../spread.ts';
import type { Table } from '../table.ts';
import type { Run, Topic } from '../topic.ts';

const SETTINGS = { allowed: [] };
const check = (prompt: string) => checkPrompt(prompt, SETTINGS);

/** As long as a prompt may be, in code points. */
const MAX_CHARACTERS = 2000;

async function run({ quick }: Run): Promise<Table> {
  const batches = BATCHES.map((name) => ({ name, prompts: readBatch(name) }));
  const all = batches.flatMap(({ prompts }) => prompts);
  return {
    title: 'safety: the labelled prompts, checked by the lexicon alone',
    header: ['', 'prompts', 'precision', 'recall', ...CATEGORIES.map((name) => name.replace('sexual_', ''))],
    rows: [...batches, { name: 'all', prompts: all }, { name: HELD_OUT, prompts: readBatch(HELD_OUT) }].map(
      ({ name, prompts }) => rowOf(name, prompts),
    ),
    notes: [
      'Precision: the share of rejected prompts that must be rejected. Recall: the share of those that are rejected,',
      'then by category. The lists were changed after every batch: docs/measurements.md has the figures',
      'of each batch when it was new. What to expect of other prompts is in the row of the held-out set.',
      ...timings(all, quick ? 5 : 200),
    ],
  };
}

function rowOf(name: string, prompts: readonly LabelledPrompt[]): readonly string[] {
  const { precision, recall, recallOf } = measureQuality(prompts, check);
  const shares = [precision, recall, ...CATEGORIES.map((category) => recallOf.get(category) ?? Number.NaN)];
  return [name, number(prompts.length), ...shares.map((share) => number(share, 3))];
}

function timings(all: readonly LabelledPrompt[], rounds: number): readonly string[] {
  const innocent = all.filter(({ label }) => label === 'allowed').map(({ prompt }) => prompt);
  const english = innocent.filter((prompt) => /^[ -~]+$/.test(prompt)).join('. ');
  const others = innocent.filter((prompt) => !/^[ -~]+$/.test(prompt)).join('. ');
  return [
    timing('a labelled prompt', innocent[0] ?? '', rounds),
    timing(`${number(MAX_CHARACTERS)} characters of English`, cut(english), rounds),
    timing(`${number(MAX_CHARACTERS)} characters of other languages`, cut(others), rounds),
    timing(
      `${number(MAX_CHARACTERS)} characters of single letters`,
      cut('n u d e r '.repeat(MAX_CHARACTERS)),
      rounds,
    ),
    timing(
      `${number(MAX_CHARACTERS)} characters that decompose into several`,
      cut('\u3300'.repeat(MAX_CHARACTERS)),
      rounds,
    ),
  ];
}

const cut = (text: string): string => [...text].slice(0, MAX_CHARACTERS).join('');

function timing(name: string, prompt: string, rounds: number): string {
  for (let round = 0; round < rounds; round++) check(prompt);
  const times = Array.from({ length: rounds }, () => {
    const startedAt = performance.now();
    check(prompt);
    return performance.now() - startedAt;
  });
  return `${name}: median ${number(median(times), 3)} ms, p95 ${number(quantile(times, 0.95), 3)} ms`;
}

export const safety: Topic = {
  name: 'safety',
  summary: 'precision, recall and time of the prompt check',
  run,
};
