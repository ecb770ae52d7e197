import type { ContextConcept } from './context.ts';
import type { Rule } from './rule.ts';

export const SEXUAL_CONCEPTS = [
  /** Sexual in any context. */
  'explicit',
  /** Undressed: rejected unless the subject is art or medicine. */
  'nudity',
  /** Parts of the body that art and medicine also name. */
  'genitals',
] as const;

export type SexualConcept = (typeof SEXUAL_CONCEPTS)[number];

/** Sexual content and nudity of adults. */
export const isSexual: Rule<SexualConcept | ContextConcept> = ({ has }) =>
  has('explicit') || (has('nudity', 'genitals') && !has('art', 'medicine'));
