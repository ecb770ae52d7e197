import { ALLOWED, type SafetySettings, type Verdict } from './category.ts';
import { checkPrompt } from './check-prompt.ts';
import { type ModerationEndpoint, moderate } from './moderation-endpoint.ts';

export interface PromptCheck {
  /** `unavailable` if a configured endpoint returns no valid response. The request is then not accepted. */
  check(prompt: string): Promise<Verdict | 'unavailable'>;
  /** Checks an uploaded image, as PNG. Only an endpoint checks images: without one every image is allowed. */
  checkImage(png: Uint8Array): Promise<Verdict | 'unavailable'>;
}

/** Checks with the lexicon first, which is free and sends no data, then with the endpoint if there is one. */
export function createPromptCheck({
  endpoint,
  settings,
}: {
  readonly endpoint?: ModerationEndpoint | undefined;
  readonly settings: SafetySettings;
}): PromptCheck {
  return {
    async check(prompt) {
      const verdict = checkPrompt(prompt, settings);
      if (!verdict.allowed || endpoint === undefined) return verdict;
      return moderate(endpoint, settings, prompt);
    },
    async checkImage(png) {
      if (endpoint === undefined) return ALLOWED;
      const imageUrl = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
      return moderate(endpoint, settings, { imageUrl });
    },
  };
}
