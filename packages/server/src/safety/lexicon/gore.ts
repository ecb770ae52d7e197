import type { ContextConcept } from './context.ts';
import { type Rule, SAME_SENTENCE, SIDE_BY_SIDE } from './rule.ts';

export const GORE_CONCEPTS = [
  'mutilation',
  'bodyPart',
  'injury',
  'woundedBody',
  'muchBlood',
  'pretendedHorror',
] as const;

type GoreConcept = (typeof GORE_CONCEPTS)[number];

/** Graphic mutilation and torture. */
export const isGore: Rule<GoreConcept | ContextConcept> = ({ has, near }) =>
  (has('mutilation') ||
    near('woundedBody', ['muchBlood'], SAME_SENTENCE) ||
    near('injury', ['bodyPart'], SIDE_BY_SIDE)) &&
  !has('art', 'medicine', 'pretendedHorror');
