import { createThreadClassifier } from '@kinora/media/classifier/thread-classifier';
import { checkOutput } from '@kinora/video/check-output';
import { preparePrompt, type UnpreparedPrompt } from '../prompting/prepare-prompt.ts';
import { createPromptCheck } from '../safety/create-prompt-check.ts';
import type { SafetyConfig } from '../settings/safety-settings.ts';

/** Builds what looks at orders before they are accepted. */
export function wireSafety({ moderation, promptModel, allowedContent }: SafetyConfig) {
  const classifier = createThreadClassifier();
  const prompts = createPromptCheck({ endpoint: moderation, settings: { allowed: allowedContent } });
  return {
    checkPrompt: prompts.check,
    /** Our own look first, which sends the picture nowhere. */
    async checkPicture(png: Uint8Array) {
      if (allowedContent.includes('sexual')) return prompts.checkImage(png);
      const look = await checkOutput(png, 'image/png', { classifier, origin: 'uploaded' });
      if (look.verdict === 'unavailable') return look.verdict;
      if (look.verdict === 'refused') {
        return { allowed: false, category: look.category, reason: look.reason } as const;
      }
      return prompts.checkImage(png);
    },
    preparePrompt: (shot: UnpreparedPrompt) => preparePrompt(promptModel, shot),
    close: () => classifier.close(),
  };
}
