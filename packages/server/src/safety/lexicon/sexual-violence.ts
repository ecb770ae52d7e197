import type { ContextConcept } from './context.ts';
import { type Rule, SAME_PHRASE, SAME_SENTENCE } from './rule.ts';
import type { SexualConcept } from './sexual.ts';

export const SEXUAL_VIOLENCE_CONCEPTS = [
  'sexualAssault',
  'nonConsent',
  'undressRequest',
  'undressing',
  'removal',
  'clothes',
  'realPerson',
] as const;

export type SexualViolenceConcept = (typeof SEXUAL_VIOLENCE_CONCEPTS)[number];

/** Sexual violence, and sexual or undressed images of people without their consent. */
export const isSexualViolence: Rule<SexualViolenceConcept | SexualConcept | ContextConcept> = ({
  has,
  near,
  namesPerson,
}) =>
  (has('sexualAssault') && !has('awareness', 'history')) ||
  has('undressRequest') ||
  (near('removal', ['clothes'], SAME_PHRASE) && near('clothes', ['realPerson'], SAME_SENTENCE)) ||
  near('undressing', ['person', 'realPerson'], SAME_PHRASE) ||
  near('realPerson', ['explicit'], SAME_SENTENCE) ||
  near('nonConsent', ['explicit'], SAME_SENTENCE) ||
  (!has('art', 'medicine') &&
    (near('realPerson', ['nudity'], SAME_SENTENCE) ||
      near('nonConsent', ['nudity'], SAME_PHRASE) ||
      (namesPerson && has('explicit', 'nudity'))));
