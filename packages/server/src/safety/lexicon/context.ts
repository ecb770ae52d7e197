/** Concepts shared by several categories: what excuses their words, and whom they are about. */
export const CONTEXT_CONCEPTS = [
  'harmlessPhrase',
  'negatedWish',
  'art',
  'medicine',
  'awareness',
  'history',
  'opposition',
  'person',
] as const;

export type ContextConcept = (typeof CONTEXT_CONCEPTS)[number];
