import { type Problem, problem } from '@kinora/contract';
import type { FindCapacity } from '../../jobs/capacity.ts';
import { ok, type Result, refused } from '../../kernel/result.ts';
import { inspectUpload } from '../../media/inspect-upload.ts';
import type { UnpreparedPrompt } from '../../prompting/prepare-prompt.ts';
import type { Order } from './read-order.ts';

/** What a safety check says. */
type Judgement =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly category: string; readonly reason: string }
  | 'unavailable';

export interface Admission {
  readonly checkPrompt: (prompt: string) => Promise<Judgement>;
  /** Of an uploaded picture, as we encoded it again. */
  readonly checkPicture: (png: Uint8Array) => Promise<Judgement>;
  /** What an engine is told of a shot; problems `prompt_unsupported` and `mode_prompt_unavailable`. */
  readonly preparePrompt: (shot: UnpreparedPrompt) => Promise<Result<string, Problem>>;
  readonly findCapacity: FindCapacity;
}

/** An order that may be made, if it is paid. */
export interface Admitted {
  readonly preparedPrompt: string;
  readonly initImage: Uint8Array | undefined;
  /** Nobody is there to make it; said only once its money is known to suffice. */
  readonly unserved: Problem | undefined;
}

/** A refusal, and whether the safety check gave it: those count against the key. */
export interface Refusal {
  readonly refusal: Problem;
  readonly isRejection: boolean;
}

/** Everything an order must pass before money is looked at: the safety of prompt and picture first. */
export async function admitOrder(
  order: Order,
  isInline: boolean,
  admission: Admission,
): Promise<Admitted | Refusal> {
  const unsafe = refusalOf(await admission.checkPrompt(order.prompt), CANNOT_CHECK_PROMPT);
  if (unsafe !== undefined) return unsafe;
  const picture = await admitPicture(order.initImageBase64, admission);
  if ('refusal' in picture) return picture;

  const { kind, quote } = order;
  const { width, height } = quote;
  const mode = quote.kind === 'video' ? quote.mode : null;
  const unserved = await admission.findCapacity({ kind, mode, width, height, leavesNoTrace: isInline });
  const isPrepared = unserved === undefined && mode !== null && mode !== 'fast';
  const shot = { mode, prompt: order.prompt, hasPicture: picture.png !== undefined };
  const prepared = isPrepared ? await preparedPrompt({ ...shot, mode }, admission) : ok(order.prompt);
  if (!prepared.ok) return { refusal: prepared.problem, isRejection: false };
  return { preparedPrompt: prepared.value, initImage: picture.png, unserved };
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

async function admitPicture(
  base64: string | undefined,
  admission: Admission,
): Promise<{ readonly png: Uint8Array | undefined } | Refusal> {
  if (base64 === undefined) return { png: undefined };
  const png = await inspectUpload(base64);
  if (!png.ok) return { refusal: png.problem, isRejection: false };
  const unsafe = refusalOf(await admission.checkPicture(png.value), CANNOT_CHECK_PICTURE);
  return unsafe ?? { png: png.value };
}

/** A model wrote it, so it is checked like a prompt. What it made of an innocent one is not the caller's fault. */
async function preparedPrompt(
  shot: UnpreparedPrompt,
  { preparePrompt, checkPrompt }: Admission,
): Promise<Result<string, Problem>> {
  const prepared = await preparePrompt(shot);
  if (!prepared.ok || prepared.value === shot.prompt) return prepared;
  const verdict = await checkPrompt(prepared.value);
  if (verdict !== 'unavailable' && verdict.allowed) return prepared;
  return refused(
    problem(
      'mode_prompt_unavailable',
      'The prompt could not be prepared for this mode. Nothing was charged; retry.',
      {
        video_mode: shot.mode,
      },
    ),
  );
}
