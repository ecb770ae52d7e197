import type { ContextConcept } from './context.ts';
import type { Rule } from './rule.ts';

export const SEXUAL_CONCEPTS = ['explicit', 'nudity', 'genitals'] as const;

export type SexualConcept = (typeof SEXUAL_CONCEPTS)[number];

/** Sexual content and nudity of adults. */
export const isSexual: Rule<SexualConcept | ContextConcept> = ({ has }) =>
  has('explicit') || (has('nudity', 'genitals') && !has('art', 'medicine'));
