import { ok, type Problem, problem, type Result, refused } from '@kinora/contract';
import type { FindCapacity } from '../../jobs/capacity.ts';
import type { UnpreparedPrompt } from '../../prompting/prepare-prompt.ts';
import { type ContentCheck, checkContent, type Refusal } from '../check-content.ts';
import type { Order } from './read-order.ts';

export interface Admission extends ContentCheck {
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

/** Everything an order must pass before money is looked at: the safety of prompt and picture first. */
export async function admitOrder(
  order: Order,
  isInline: boolean,
  admission: Admission,
): Promise<Admitted | Refusal> {
  const { prompt, initImageBase64: base64 } = order;
  const picture = base64 === undefined ? undefined : { base64, field: 'init_image_base64' };
  const checked = await checkContent({ prompt, picture }, admission);
  if ('refusal' in checked) return checked;

  const { kind, quote } = order;
  const { width, height } = quote;
  const mode = quote.kind === 'video' ? quote.mode : null;
  const unserved = await admission.findCapacity({ kind, mode, width, height, leavesNoTrace: isInline });
  const isPrepared = unserved === undefined && mode !== null && mode !== 'fast';
  const shot = { mode, prompt: order.prompt, hasPicture: checked.png !== undefined };
  const prepared = isPrepared ? await preparedPrompt({ ...shot, mode }, admission) : ok(order.prompt);
  if (!prepared.ok) return { refusal: prepared.problem, isRejection: false };
  return { preparedPrompt: prepared.value, initImage: checked.png, unserved };
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
