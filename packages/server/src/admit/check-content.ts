import { ok, type Problem, problem, promptLanguages, type Result, refused } from '@kinora/contract';
import { inspectUpload } from '@kinora/media/uploads/inspect-upload';
import { problemFieldsOf } from '../catalogue/model.ts';
import type { UnpreparedPrompt } from '../prompting/prepare-prompt.ts';
import type { Quote } from '../quote/quote.ts';
import type { Upload } from './order.ts';

/** What a safety check returns. */
type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly category: string; readonly reason: string }
  | 'unavailable';

/** A prompt may also be in a language that the check does not know. */
type PromptVerdict = Verdict | 'unlisted_language';

/** The safety checks of prompts and uploaded images, before anything is accepted. */
export interface ContentCheck {
  readonly checkPrompt: (prompt: string, negativePrompt?: string) => Promise<PromptVerdict>;
  /** Checks an uploaded image after re-encoding. */
  readonly checkUpload: (png: Uint8Array) => Promise<Verdict>;
}

/** `isRejection`: the safety check itself rejected the content, which counts against the account. */
type CheckedContent =
  | { readonly ok: true; readonly png: Uint8Array | undefined }
  | { readonly ok: false; readonly problem: Problem; readonly isRejection: boolean };

/**
 * Checks the prompt with the negative one, then decodes and checks the upload, and returns the upload re-encoded as PNG.
 * Problems: `content_blocked`, `prompt_language_unsupported`, `invalid_request`, `workers_unavailable`,
 * `video_validation_unavailable`.
 */
export async function checkContent(
  {
    prompt,
    negativePrompt,
    upload,
  }: {
    readonly prompt: string;
    readonly negativePrompt?: string | undefined;
    readonly upload: Upload | undefined;
  },
  { checkPrompt, checkUpload }: ContentCheck,
): Promise<CheckedContent> {
  const verdict = await checkPrompt(prompt, negativePrompt);
  if (verdict === 'unlisted_language') return { ok: false, problem: UNLISTED_LANGUAGE, isRejection: false };
  const unsafe = problemOf(verdict, CANNOT_CHECK_PROMPT);
  if (unsafe !== undefined) return unsafe;
  if (upload === undefined) return { ok: true, png: undefined };
  const png = await inspectUpload(upload.base64, upload.field);
  if (!png.ok) return { ...png, isRejection: false };
  return problemOf(await checkUpload(png.value), CANNOT_CHECK_UPLOAD) ?? { ok: true, png: png.value };
}

const LANGUAGES = Object.values(promptLanguages).sort().join(', ');
const UNLISTED_LANGUAGE = problem(
  'prompt_language_unsupported',
  `prompt: the safety check cannot read this language. Nothing was charged; write the prompt in one of: ${LANGUAGES}.`,
  {
    issues: [{ path: 'prompt', message: `must be in one of the supported languages: ${LANGUAGES}` }],
    supported_languages: Object.keys(promptLanguages),
  },
);
const CANNOT_CHECK_PROMPT = problem(
  'workers_unavailable',
  'The prompt cannot be checked for safety right now. Nothing was charged; retry.',
);
const CANNOT_CHECK_UPLOAD = problem(
  'video_validation_unavailable',
  'The image cannot be checked for safety right now. Nothing was charged; retry.',
);

function problemOf(verdict: Verdict, cannotCheck: Problem): (CheckedContent & { ok: false }) | undefined {
  if (verdict === 'unavailable') return { ok: false, problem: cannotCheck, isRejection: false };
  if (verdict.allowed) return undefined;
  const { category, reason } = verdict;
  return { ok: false, problem: problem('content_blocked', reason, { category }), isRejection: true };
}

export interface PromptPreparation extends Pick<ContentCheck, 'checkPrompt'> {
  /** Describes a shot for the engine. Problems: `prompt_unsupported`, `mode_prompt_unavailable`. */
  readonly preparePrompt: (shot: UnpreparedPrompt) => Promise<Result<string, Problem>>;
}

/**
 * Returns the prompt for the engine: described as a shot for the video models that want it, otherwise unchanged. A prepared prompt is
 * checked like a prompt; its rejection does not count against the account, because the caller did not write it.
 * Problems: `prompt_unsupported`, `mode_prompt_unavailable`.
 */
export async function preparePrompt(
  { prompt, quote, hasImage }: { prompt: string; quote: Quote; hasImage: boolean },
  preparation: PromptPreparation,
): Promise<Result<string, Problem>> {
  const { model } = quote;
  if (model.medium === 'image' || model.prompt === 'as_written') return ok(prompt);
  const prepared = await preparation.preparePrompt({ model, prompt, hasImage });
  if (!prepared.ok || prepared.value === prompt) return prepared;
  const verdict = await preparation.checkPrompt(prepared.value);
  if (typeof verdict === 'object' && verdict.allowed) return prepared;
  return refused(
    problem(
      'mode_prompt_unavailable',
      'The prompt could not be prepared for this mode. Nothing was charged; retry.',
      problemFieldsOf(model),
    ),
  );
}
