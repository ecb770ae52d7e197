/** What was found in a prompt. */
export interface Findings<Concept extends string> {
  readonly has: (...concepts: readonly Concept[]) => boolean;
  /** The first concept and one of the others are at most this many words apart. */
  readonly near: (first: Concept, others: readonly Concept[], words: number) => boolean;
  /** Two adjacent words begin with a capital, as a person's name does. */
  readonly namesPerson: boolean;
}

/** Whether a prompt is of a category. */
export type Rule<Concept extends string> = (findings: Findings<Concept>) => boolean;

/** Distances in words. They were tuned on the first batch of labelled prompts. */
export const SIDE_BY_SIDE = 2;
export const SAME_PHRASE = 4;
export const SAME_SENTENCE = 8;
export const SAME_SCENE = 12;
