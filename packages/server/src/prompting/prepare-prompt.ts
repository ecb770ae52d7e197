import { ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import { postJson, v1Url } from '../kernel/post-json.ts';
import { readShot, type Shot } from './read-shot.ts';
import { type PreparedMode, shotInstructions } from './shot-instructions.ts';

/** A service with the chat interface of OpenAI, `POST <base>/v1/chat/completions`. */
export interface ChatEndpoint {
  readonly baseUrl: string;
  readonly key?: string | undefined;
  readonly model: string;
  /** For the whole preparation, a retry included. */
  readonly timeoutMs: number;
}

export interface UnpreparedPrompt {
  readonly mode: PreparedMode;
  readonly prompt: string;
  /** The clip begins with a picture that the customer uploaded. */
  readonly hasPicture: boolean;
}

/** Tokens; twice what the longest description takes. */
const LONGEST_ANSWER_TOKENS = 1500;

/**
 * The description of a shot for the model of quality or cinema, of at most 2000 code points; the prompt as it
 * is without an endpoint. The caller checks it for safety again, since a model wrote it.
 *
 * Refuses with `prompt_unsupported` what cannot be followed from an uploaded picture, and with
 * `mode_prompt_unavailable` when no description comes in time.
 */
export async function preparePrompt(
  endpoint: ChatEndpoint | undefined,
  unprepared: UnpreparedPrompt,
): Promise<Result<string, Problem>> {
  if (endpoint === undefined) return ok(unprepared.prompt);
  const shot = await askForShot(endpoint, unprepared);
  if (shot !== undefined && 'prompt' in shot) return ok(shot.prompt);
  // A text alone can always be filmed: a model that says otherwise did not do what it was told.
  if (shot !== undefined && unprepared.hasPicture)
    return refused(unsupported(unprepared.mode, shot.unsupported));
  return refused(unavailable(unprepared.mode));
}

async function askForShot(
  { baseUrl, key, model, timeoutMs }: ChatEndpoint,
  { mode, prompt, hasPicture }: UnpreparedPrompt,
): Promise<Shot | undefined> {
  const answer = await postJson({
    url: v1Url(baseUrl, '/chat/completions'),
    key,
    timeoutMs,
    body: {
      model,
      messages: [
        { role: 'system', content: shotInstructions(mode, hasPicture) },
        // As a string of JSON it cannot end itself and go on as instructions.
        { role: 'user', content: JSON.stringify({ prompt }) },
      ],
      response_format: { type: 'json_object' },
      max_tokens: LONGEST_ANSWER_TOKENS,
    },
  });
  return answer?.status === 200 ? readShot(answer.body) : undefined;
}

function unsupported(mode: PreparedMode, reason: string): Problem {
  return problem(
    'prompt_unsupported',
    `${mode} cannot follow this prompt with an uploaded image: ${reason} Describe a motion, or use fast.`,
    { video_mode: mode },
  );
}

function unavailable(mode: PreparedMode): Problem {
  return problem(
    'mode_prompt_unavailable',
    `${mode} could not prepare the prompt now. Nothing was charged; retry, or use fast.`,
    { video_mode: mode },
  );
}
