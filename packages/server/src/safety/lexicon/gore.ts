import type { ContextConcept } from './context.ts';
import { type Rule, SAME_SENTENCE, SIDE_BY_SIDE } from './rule.ts';

export const GORE_CONCEPTS = [
  /** Words that mean mutilation in any context. */
  'mutilation',
  'bodyPart',
  /** A graphic injury when next to a part of the body. */
  'injury',
  /** A wounded or dead body: rejected near much blood. */
  'woundedBody',
  'muchBlood',
  /** Costumes, cakes, toys and food: the horror is staged. */
  'pretendedHorror',
] as const;

type GoreConcept = (typeof GORE_CONCEPTS)[number];

/** Graphic mutilation and torture. */
export const isGore: Rule<GoreConcept | ContextConcept> = ({ has, near }) =>
  (has('mutilation') ||
    near('woundedBody', ['muchBlood'], SAME_SENTENCE) ||
    near('injury', ['bodyPart'], SIDE_BY_SIDE)) &&
  !has('art', 'medicine', 'pretendedHorror');
