import type { ContextConcept } from './context.ts';
import { type Rule, SAME_PHRASE, SAME_SENTENCE } from './rule.ts';
import type { SexualConcept } from './sexual.ts';

export const SEXUAL_VIOLENCE_CONCEPTS = [
  /** Words that mean sexual violence in any context. */
  'sexualAssault',
  /** Lack of consent when near something sexual. */
  'nonConsent',
  /** Phrases that request to undress a person in any context. */
  'undressRequest',
  /** Undressing: rejected if its object is a person. */
  'undressing',
  /** A request to undress when near clothes and a real person. */
  'removal',
  'clothes',
  /** A real person: an image of one, or an acquaintance of the author. */
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
