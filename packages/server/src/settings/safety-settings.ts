import {
  type AllowableContent,
  ConfigError,
  type Reader,
  readAddress,
  readAllowedContent,
  readOneOf,
} from '@kinora/program/setting';
import type { ChatEndpoint } from '../prompting/prepare-prompt.ts';
import type { ModerationEndpoint } from '../safety/moderation-endpoint.ts';
import { PROMPT_LANGUAGES, type PromptLanguages } from '../safety/prompt-languages.ts';

export interface SafetyConfig {
  /** Checks every prompt and uploaded image, in addition to the built-in checks. */
  readonly moderation: ModerationEndpoint | undefined;
  /** Writes the shot descriptions of quality and cinema. Without it, the engine receives prompts unchanged. */
  readonly promptModel: ChatEndpoint | undefined;
  /** Which languages prompts may have. */
  readonly promptLanguages: PromptLanguages;
  /** Categories of content that this installation allows. */
  readonly allowedContent: readonly AllowableContent[];
}

const MODERATION_TIMEOUT_MS = 5_000;
const PROMPT_TIMEOUT_MS = 15_000;

export function readSafety(get: Reader): SafetyConfig {
  const moderation = readModeration(get);
  return {
    moderation,
    promptLanguages: readPromptLanguages(get, moderation !== undefined),
    promptModel: readPromptModel(get),
    allowedContent: readAllowedContent(get),
  };
}

/** A moderation endpoint reads more languages than the lists. */
function readPromptLanguages(get: Reader, hasModeration: boolean): PromptLanguages {
  const name = 'KINORA_PROMPT_LANGUAGES';
  return readOneOf(name, get(name) ?? (hasModeration ? 'any' : 'scripts'), PROMPT_LANGUAGES);
}

function readModeration(get: Reader): ModerationEndpoint | undefined {
  const others = ['KINORA_MODERATION_KEY', 'KINORA_MODERATION_MODEL'];
  const baseUrl = readAddress(get, 'KINORA_MODERATION_URL', others);
  if (baseUrl === undefined) return undefined;
  return {
    baseUrl,
    key: get('KINORA_MODERATION_KEY'),
    model: get('KINORA_MODERATION_MODEL'),
    timeoutMs: MODERATION_TIMEOUT_MS,
  };
}

function readPromptModel(get: Reader): ChatEndpoint | undefined {
  const baseUrl = readAddress(get, 'KINORA_PROMPT_URL', ['KINORA_PROMPT_KEY', 'KINORA_PROMPT_MODEL']);
  if (baseUrl === undefined) return undefined;
  const model = get('KINORA_PROMPT_MODEL');
  if (model === undefined) {
    throw new ConfigError('KINORA_PROMPT_URL needs KINORA_PROMPT_MODEL, the name of the model to use');
  }
  return { baseUrl, key: get('KINORA_PROMPT_KEY'), model, timeoutMs: PROMPT_TIMEOUT_MS };
}
