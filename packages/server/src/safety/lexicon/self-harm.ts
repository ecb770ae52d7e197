import type { ContextConcept } from './context.ts';
import { type Rule, SAME_PHRASE } from './rule.ts';
import type { SexualMinorsConcept } from './sexual-minors.ts';

export const SELF_HARM_CONCEPTS = [
  'selfHarm',
  'cutting',
  'wrist',
  'suicideScene',
  'heightSport',
  'suicide',
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
