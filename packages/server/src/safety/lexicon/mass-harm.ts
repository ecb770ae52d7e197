import type { ContextConcept } from './context.ts';
import type { HateConcept } from './hate.ts';
import { type Rule, SAME_SENTENCE } from './rule.ts';

export const MASS_HARM_CONCEPTS = ['terrorism', 'weapon', 'weaponRecipe', 'instructions'] as const;

type MassHarmConcept = (typeof MASS_HARM_CONCEPTS)[number];

/** Instructions for weapons of mass harm, and praise of terror. */
export const isMassHarm: Rule<MassHarmConcept | HateConcept | ContextConcept> = ({ has, near }) =>
  !has('history') &&
  (has('weaponRecipe') ||
    near('weapon', ['instructions'], SAME_SENTENCE) ||
    (near('terrorism', ['praise', 'instructions'], SAME_SENTENCE) && !has('opposition', 'awareness')));
