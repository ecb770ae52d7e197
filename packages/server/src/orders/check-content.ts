import { type Problem, problem } from '@kinora/contract';
import { inspectUpload } from '@kinora/media/uploads/inspect-upload';
import type { Upload } from './order.ts';

/** What a safety check returns. */
type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly category: string; readonly reason: string }
  | 'unavailable';

/** What checks prompts and uploaded images before anything is accepted. */
export interface ContentCheck {
  readonly checkPrompt: (prompt: string) => Promise<Verdict>;
  /** Of an uploaded image, as we encoded it again. */
  readonly checkPicture: (png: Uint8Array) => Promise<Verdict>;
}

/** `isRejection`: the safety check itself rejected the content, which counts against an API key. */
type CheckedContent =
  | { readonly ok: true; readonly png: Uint8Array | undefined }
  | { readonly ok: false; readonly problem: Problem; readonly isRejection: boolean };

/**
 * Checks the prompt, then decodes and checks the upload, which is returned as we encoded it again.
 * Problems: `content_blocked`, `invalid_request`, `workers_unavailable`, `video_validation_unavailable`.
 */
export async function checkContent(
  { prompt, upload }: { readonly prompt: string; readonly upload: Upload | undefined },
  { checkPrompt, checkPicture }: ContentCheck,
): Promise<CheckedContent> {
  const unsafe = problemOf(await checkPrompt(prompt), CANNOT_CHECK_PROMPT);
  if (unsafe !== undefined) return unsafe;
  if (upload === undefined) return { ok: true, png: undefined };
  const png = await inspectUpload(upload.base64, upload.field);
  if (!png.ok) return { ...png, isRejection: false };
  return problemOf(await checkPicture(png.value), CANNOT_CHECK_PICTURE) ?? { ok: true, png: png.value };
}

const CANNOT_CHECK_PROMPT = problem(
  'workers_unavailable',
  'The prompt cannot be checked for safety right now. Nothing was charged; retry.',
);
const CANNOT_CHECK_PICTURE = problem(
  'video_validation_unavailable',
  'The picture cannot be checked for safety right now. Nothing was charged; retry.',
);

function problemOf(verdict: Verdict, cannotCheck: Problem): (CheckedContent & { ok: false }) | undefined {
  if (verdict === 'unavailable') return { ok: false, problem: cannotCheck, isRejection: false };
  if (verdict.allowed) return undefined;
  const { category, reason } = verdict;
  return { ok: false, problem: problem('content_blocked', reason, { category }), isRejection: true };
}
