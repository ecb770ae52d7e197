import type { ContextConcept } from './context.ts';
import { type Rule, SAME_PHRASE, SAME_SCENE, SAME_SENTENCE } from './rule.ts';
import type { SexualConcept } from './sexual.ts';
import type { SexualViolenceConcept } from './sexual-violence.ts';

export const SEXUAL_MINORS_CONCEPTS = ['minor', 'girlOrBoy', 'sexualisedMinor', 'suggestive'] as const;

export type SexualMinorsConcept = (typeof SEXUAL_MINORS_CONCEPTS)[number];

/** Sexual content with anyone who is or may be a minor. Art and medicine excuse only `girlOrBoy`. */
export const isSexualMinors: Rule<
  SexualMinorsConcept | SexualViolenceConcept | SexualConcept | ContextConcept
> = ({ has, near }) =>
  has('sexualisedMinor') ||
  (has('minor') && has('explicit', 'nudity', 'genitals', 'sexualAssault', 'undressing', 'undressRequest')) ||
  near('minor', ['suggestive'], SAME_SCENE) ||
  near('girlOrBoy', ['explicit'], SAME_SENTENCE) ||
  (near('girlOrBoy', ['nudity', 'genitals'], SAME_PHRASE) && !has('art', 'medicine'));
