import { promptLanguages } from '@kinora/contract';
import { ALLOWED, type SafetySettings, type Verdict } from './category.ts';
import { checkPrompt } from './check-prompt.ts';
import { type ModerationEndpoint, moderate } from './moderation-endpoint.ts';
import { readWithNegative } from './negative-prompt.ts';
import type { PromptLanguages } from './prompt-languages.ts';
import { isInUnlistedScript } from './unlisted-script.ts';

export interface PromptCheck {
  /**
   * `unavailable` if a configured endpoint returns no valid response. The request is then not accepted.
   * `unlisted_language` if the lists cannot judge the prompt, because they do not know its language. What the negative prompt
   * names is not asked for, and no endpoint gets it; `readWithNegative` says what it changes.
   */
  check(prompt: string, negativePrompt?: string): Promise<Verdict | 'unavailable' | 'unlisted_language'>;
  /** Checks an uploaded image, as PNG. Only an endpoint checks images: without one every image is allowed. */
  checkImage(png: Uint8Array): Promise<Verdict | 'unavailable'>;
}

/** Checks with the lexicon first, which is free and sends no data, then with the endpoint if there is one. */
export function createPromptCheck({
  endpoint,
  languages,
  settings,
}: {
  readonly endpoint?: ModerationEndpoint | undefined;
  readonly languages: PromptLanguages;
  readonly settings: SafetySettings;
}): PromptCheck {
  // Most installations do without its 80 MB.
  const detector = languages === 'listed' ? import('eld/extrasmall') : undefined;
  return {
    async check(prompt, negativePrompt) {
      const asked = readWithNegative(prompt, negativePrompt);
      const verdict = checkPrompt(asked, settings);
      if (!verdict.allowed) return verdict;
      if (languages !== 'any' && [prompt, negativePrompt ?? ''].some(isInUnlistedScript))
        return 'unlisted_language';
      if (detector !== undefined) {
        const found = (await detector).eld.detect(prompt);
        if (found.isReliable() && !Object.hasOwn(promptLanguages, found.language)) return 'unlisted_language';
      }
      return endpoint === undefined ? verdict : moderate(endpoint, settings, asked);
    },
    async checkImage(png) {
      if (endpoint === undefined) return ALLOWED;
      const imageUrl = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
      return moderate(endpoint, settings, { imageUrl });
    },
  };
}
