import type { ContextConcept } from './context.ts';
import { type Rule, SAME_PHRASE, SAME_SENTENCE } from './rule.ts';

export const HATE_CONCEPTS = [
  'slur',
  'extremistSlogan',
  'group',
  'dehumanisation',
  'extremism',
  'praise',
] as const;

export type HateConcept = (typeof HATE_CONCEPTS)[number];

/** Hate against a group of people, and extremist propaganda. */
export const isHate: Rule<HateConcept | ContextConcept> = ({ has, near }) =>
  has('slur') ||
  (!has('history') &&
    (near('group', ['dehumanisation'], SAME_PHRASE) ||
      (!has('opposition') && (has('extremistSlogan') || near('extremism', ['praise'], SAME_SENTENCE)))));
