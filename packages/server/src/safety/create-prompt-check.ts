import { ALLOWED, type SafetySettings, type Verdict } from './category.ts';
import { checkPrompt } from './check-prompt.ts';
import { type ModerationEndpoint, moderate } from './moderation-endpoint.ts';

export interface PromptCheck {
  /** `unavailable` when an endpoint is configured and gives no answer: the request is not accepted then. */
  check(prompt: string): Promise<Verdict | 'unavailable'>;
  /** An uploaded picture as PNG. Only an endpoint sees pictures: without one every picture is allowed here. */
  checkImage(png: Uint8Array): Promise<Verdict | 'unavailable'>;
}

/** The lists first, which cost nothing and send nothing; then the endpoint, if the operator has one. */
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
      const pictureUrl = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
      return moderate(endpoint, settings, { pictureUrl });
    },
  };
}
