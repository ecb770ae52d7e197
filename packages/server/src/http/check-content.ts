import { type Problem, problem } from '@kinora/contract';
import { inspectUpload } from '@kinora/media/uploads/inspect-upload';

/** What a safety check says. */
type Judgement =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly category: string; readonly reason: string }
  | 'unavailable';

/** What looks at prompts and pictures before anything is accepted. */
export interface ContentCheck {
  readonly checkPrompt: (prompt: string) => Promise<Judgement>;
  /** Of an uploaded picture, as we encoded it again. */
  readonly checkPicture: (png: Uint8Array) => Promise<Judgement>;
}

/** A refusal, and whether the safety check gave it: those count against a key. */
export interface Refusal {
  readonly refusal: Problem;
  readonly isRejection: boolean;
}

/** What a caller sent to be made into something. */
interface Content {
  readonly prompt: string;
  /** An uploaded picture, and the field it came in. */
  readonly picture: { readonly base64: string; readonly field: string } | undefined;
}

/** Whether prompt and picture are safe; the picture comes back as we encoded it again. */
export async function checkContent(
  { prompt, picture }: Content,
  { checkPrompt, checkPicture }: ContentCheck,
): Promise<{ readonly png: Uint8Array | undefined } | Refusal> {
  const unsafe = refusalOf(await checkPrompt(prompt), CANNOT_CHECK_PROMPT);
  if (unsafe !== undefined) return unsafe;
  if (picture === undefined) return { png: undefined };
  const png = await inspectUpload(picture.base64, picture.field);
  if (!png.ok) return { refusal: png.problem, isRejection: false };
  return refusalOf(await checkPicture(png.value), CANNOT_CHECK_PICTURE) ?? { png: png.value };
}

const CANNOT_CHECK_PROMPT = problem(
  'workers_unavailable',
  'The prompt cannot be checked for safety right now. Nothing was charged; retry.',
);
const CANNOT_CHECK_PICTURE = problem(
  'video_validation_unavailable',
  'The picture cannot be checked for safety right now. Nothing was charged; retry.',
);

function refusalOf(verdict: Judgement, cannotCheck: Problem): Refusal | undefined {
  if (verdict === 'unavailable') return { refusal: cannotCheck, isRejection: false };
  if (verdict.allowed) return undefined;
  const { category, reason } = verdict;
  return { refusal: problem('content_blocked', reason, { category }), isRejection: true };
}
