/** Concepts shared by several categories: what excuses their words, and whom they are about. */
export const CONTEXT_CONCEPTS = [
  /** Whole phrases that give a listed word another meaning: `naked eye`. Their words are ignored. */
  'harmlessPhrase',
  /** States what must not be shown: `no nudity`. Read like `harmlessPhrase`, unless the negation is undone. */
  'negatedWish',
  /** The subject is a work of art. */
  'art',
  /** The subject is medicine, biology or teaching. */
  'medicine',
  /** Help with self-harm and violence, and warning against them. */
  'awareness',
  /** The subject is shown to remember or to explain it, not to praise it. */
  'history',
  /** The subject is opposed, not praised. */
  'opposition',
  /** Any person that a verb may have as its object. */
  'person',
] as const;

export type ContextConcept = (typeof CONTEXT_CONCEPTS)[number];
