import { CONTEXT_CONCEPTS } from './context.ts';
import { GORE_CONCEPTS } from './gore.ts';
import { HATE_CONCEPTS } from './hate.ts';
import { MASS_HARM_CONCEPTS } from './mass-harm.ts';
import { SELF_HARM_CONCEPTS } from './self-harm.ts';
import { SEXUAL_CONCEPTS } from './sexual.ts';
import { SEXUAL_MINORS_CONCEPTS } from './sexual-minors.ts';
import { SEXUAL_VIOLENCE_CONCEPTS } from './sexual-violence.ts';

export const CONCEPTS = [
  ...SEXUAL_MINORS_CONCEPTS,
  ...SEXUAL_VIOLENCE_CONCEPTS,
  ...SEXUAL_CONCEPTS,
  ...SELF_HARM_CONCEPTS,
  ...GORE_CONCEPTS,
  ...HATE_CONCEPTS,
  ...MASS_HARM_CONCEPTS,
  ...CONTEXT_CONCEPTS,
] as const;

/** What an entry of the lexicon means. */
export type Concept = (typeof CONCEPTS)[number];

/** Entries by concept. `words/README.md` says what each concept means, and the files of the categories when it is rejected. */
export type Lexicon = Readonly<Record<Concept, readonly string[]>>;
