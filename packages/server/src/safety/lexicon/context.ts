/** Concepts that no category owns: what excuses words of several categories, and whom they are about. */
export const CONTEXT_CONCEPTS = [
  /** Whole phrases that give a listed word another meaning: `naked eye`. Their words count for nothing. */
  'harmlessPhrase',
  /** The subject is a work of art. */
  'art',
  /** The subject is medicine, biology or teaching. */
  'medicine',
  /** Help with self-harm and violence, and warning against them. */
  'awareness',
  /** It is shown to remember or to explain, not to praise. */
  'history',
  /** It is opposed, not praised. */
  'opposition',
  /** Anybody that a verb may be aimed at. */
  'person',
] as const;

export type ContextConcept = (typeof CONTEXT_CONCEPTS)[number];
