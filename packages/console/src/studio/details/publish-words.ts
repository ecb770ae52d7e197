import type { Medium } from '@kinora/contract';

/**
 * What a person reads before a result is published, and agrees to. What was agreed to is recorded by the version of these
 * words (`publishWordsVersion`): whatever changes here, changes the version.
 */
export const publishWords = (medium: Medium): readonly string[] => [
  `Everybody can then see, find and download this ${medium} on the explore page, without an account. Search engines and messages may show it.`,
  'Its size, its model, the day and this prompt are shown with it:',
  'Your name and your address are not shown.',
  `Others may use the prompt, and start from the ${medium} to make something of their own.`,
  'It stays there beyond the seven days that your results are kept, until you withdraw it here, delete it, or delete your account.',
  'What others have saved or made from it by then stays with them.',
];

/** After these the prompt is shown. */
export const WORDS_BEFORE_PROMPT = 2;

export const SEED_WORDS = 'Show the seed too, with which others can make it again';
