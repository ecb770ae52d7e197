import { createThreadClassifier } from '@kinora/media/classifier/thread-classifier';
import { preparePrompt, type UnpreparedPrompt } from '../prompting/prepare-prompt.ts';
import { createUploadCheck } from '../safety/check-upload.ts';
import { createPromptCheck } from '../safety/create-prompt-check.ts';
import type { SafetyConfig } from '../settings/safety-settings.ts';

/** Wires the checks of an order's prompt and upload. */
export function wireSafety({ moderation, promptModel, allowedContent, promptLanguages }: SafetyConfig) {
  const settings = { allowed: allowedContent };
  const classifier = createThreadClassifier();
  const prompts = createPromptCheck({ endpoint: moderation, languages: promptLanguages, settings });
  return {
    checksAreLocal: moderation === undefined && promptModel === undefined,
    checkPrompt: prompts.check,
    checkUpload: createUploadCheck(classifier, settings, prompts.checkImage),
    preparePrompt: (shot: UnpreparedPrompt) => preparePrompt(promptModel, shot),
    close: () => classifier.close(),
  };
}
