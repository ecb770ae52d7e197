import type { ContextConcept } from './context.ts';
import { type Rule, SAME_PHRASE, SAME_SENTENCE } from './rule.ts';

export const HATE_CONCEPTS = [
  /** Always contemptuous. */
  'slur',
  /** Slogans of extremists, which museums show and marches oppose as well. */
  'extremistSlogan',
  /** Groups of people by origin, religion, disability or sexuality. */
  'group',
  /** States that a group should die or is not human. */
  'dehumanisation',
  'extremism',
  /** Praises, recruits or shows off. `mass-harm.ts` rejects it near terrorism as well. */
  'praise',
] as const;

export type HateConcept = (typeof HATE_CONCEPTS)[number];

/** Hate against a group of people, and extremist propaganda. */
export const isHate: Rule<HateConcept | ContextConcept> = ({ has, near }) =>
  has('slur') ||
  (!has('history') &&
    (near('group', ['dehumanisation'], SAME_PHRASE) ||
      (!has('opposition') && (has('extremistSlogan') || near('extremism', ['praise'], SAME_SENTENCE)))));
