import type { ContextConcept } from './context.ts';
import { type Rule, SAME_PHRASE } from './rule.ts';
import type { SexualMinorsConcept } from './sexual-minors.ts';

export const SELF_HARM_CONCEPTS = [
  /** Phrases that mean self-harm in any context. */
  'selfHarm',
  /** Rejected near a wrist. */
  'cutting',
  'wrist',
  /** A noose, the edge of a roof: rejected near a person. */
  'suicideScene',
  /** Sport and work on ropes, at heights and in water, which excuse `suicideScene`. */
  'heightSport',
  /** Rejected near encouragement. */
  'suicide',
  /** Makes suicide a method or something to admire. */
  'encouragement',
] as const;

type SelfHarmConcept = (typeof SELF_HARM_CONCEPTS)[number];

/** Encouragement of self-harm and suicide. */
export const isSelfHarm: Rule<SelfHarmConcept | SexualMinorsConcept | ContextConcept> = ({ has, near }) =>
  (has('selfHarm') ||
    near('suicide', ['encouragement'], SAME_PHRASE) ||
    (near('cutting', ['wrist'], SAME_PHRASE) && !has('medicine')) ||
    (near('suicideScene', ['person', 'minor', 'girlOrBoy'], SAME_PHRASE) && !has('heightSport'))) &&
  !has('awareness');
