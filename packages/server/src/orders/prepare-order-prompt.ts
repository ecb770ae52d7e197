import { ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import type { Quote } from '../pricing/quote.ts';
import type { UnpreparedPrompt } from '../prompting/prepare-prompt.ts';
import type { ContentCheck } from './check-content.ts';

export interface PromptPreparation extends Pick<ContentCheck, 'checkPrompt'> {
  /** The description of a shot for the engine; problems `prompt_unsupported` and `mode_prompt_unavailable`. */
  readonly preparePrompt: (shot: UnpreparedPrompt) => Promise<Result<string, Problem>>;
}

/**
 * The prompt that the engine gets: prepared for quality and cinema, and the caller's own for everything else. A model
 * wrote the prepared one, so it is checked like a prompt; what it made of an innocent one is not the caller's fault.
 * Problems: `prompt_unsupported`, `mode_prompt_unavailable`.
 */
export async function prepareOrderPrompt(
  { prompt, quote, hasImage }: { prompt: string; quote: Quote; hasImage: boolean },
  { preparePrompt, checkPrompt }: PromptPreparation,
): Promise<Result<string, Problem>> {
  if (quote.kind === 'image' || quote.mode === 'fast') return ok(prompt);
  const { mode } = quote;
  const prepared = await preparePrompt({ mode, prompt, hasImage });
  if (!prepared.ok || prepared.value === prompt) return prepared;
  const verdict = await checkPrompt(prepared.value);
  if (verdict !== 'unavailable' && verdict.allowed) return prepared;
  return refused(
    problem(
      'mode_prompt_unavailable',
      'The prompt could not be prepared for this mode. Nothing was charged; retry.',
      { video_mode: mode },
    ),
  );
}
