import { ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import { problemFieldsOf, type VideoModel } from '../catalogue/model.ts';
import { postJson, v1Url } from '../kernel/post-json.ts';
import { readShot, type Shot } from './read-shot.ts';
import { shotInstructions } from './shot-instructions.ts';

/** A service with the chat interface of OpenAI, `POST <base>/v1/chat/completions`. */
export interface ChatEndpoint {
  readonly baseUrl: string;
  readonly key?: string | undefined;
  readonly model: string;
  /** It bounds the whole preparation, including a retry. */
  readonly timeoutMs: number;
}

export interface UnpreparedPrompt {
  readonly model: VideoModel;
  readonly prompt: string;
  /** The video starts from an image that the customer uploaded. */
  readonly hasImage: boolean;
}

/** Twice the tokens of the longest description. */
const MAX_RESPONSE_TOKENS = 1500;

/**
 * The description of a shot for a video model, of at most 2000 code points; without an endpoint, the
 * prompt itself. A model wrote the description, so the caller must check it like a prompt.
 *
 * Problems: `prompt_unsupported`, if the prompt cannot be followed from the uploaded image; `mode_prompt_unavailable`, if
 * no description arrives in time.
 */
export async function preparePrompt(
  endpoint: ChatEndpoint | undefined,
  unprepared: UnpreparedPrompt,
): Promise<Result<string, Problem>> {
  if (endpoint === undefined) return ok(unprepared.prompt);
  const shot = await requestShot(endpoint, unprepared);
  if (shot !== undefined && 'prompt' in shot) return ok(shot.prompt);
  // A prompt without an image can always be filmed, so a model that rejects one did not follow its instructions.
  if (shot !== undefined && unprepared.hasImage)
    return refused(unsupported(unprepared.model, shot.unsupported));
  return refused(unavailable(unprepared.model));
}

async function requestShot(
  { baseUrl, key, model, timeoutMs }: ChatEndpoint,
  { model: { prompt: form }, prompt, hasImage }: UnpreparedPrompt,
): Promise<Shot | undefined> {
  const response = await postJson({
    url: v1Url(baseUrl, '/chat/completions'),
    key,
    timeoutMs,
    body: {
      model,
      messages: [
        { role: 'system', content: shotInstructions(form, hasImage) },
        // Encoded as JSON, so that the prompt cannot end its own string and continue as instructions.
        { role: 'user', content: JSON.stringify({ prompt }) },
      ],
      response_format: { type: 'json_object' },
      max_tokens: MAX_RESPONSE_TOKENS,
    },
  });
  return response?.status === 200 ? readShot(response.body) : undefined;
}

function unsupported(model: VideoModel, reason: string): Problem {
  return problem(
    'prompt_unsupported',
    `${model.mode ?? model.id} cannot follow this prompt with an uploaded image: ${reason} Describe a motion, or use fast.`,
    problemFieldsOf(model),
  );
}

function unavailable(model: VideoModel): Problem {
  return problem(
    'mode_prompt_unavailable',
    `${model.mode ?? model.id} could not prepare the prompt now. Nothing was charged; retry, or use fast.`,
    problemFieldsOf(model),
  );
}
