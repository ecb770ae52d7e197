/**
 * Which prompts the lists must be able to read: `any` checks none; `scripts` refuses a script without lists; `listed` also
 * refuses a language without a list, as far as a detector recognises it.
 */
export const PROMPT_LANGUAGES = ['any', 'scripts', 'listed'] as const;
export type PromptLanguages = (typeof PROMPT_LANGUAGES)[number];
