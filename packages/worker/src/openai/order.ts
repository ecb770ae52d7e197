import type { RenderTask } from '@kinora/engine/engine';
import { encodePng } from '@kinora/media/encode-png';
import { fitImage } from '@kinora/media/fit-image';
import type { Api } from './call-api.ts';
import {
  aspectOf,
  filled,
  filledFields,
  linesOf,
  type ProfileOperation,
  thousandsOf,
  type Values,
} from './profile.ts';
import type { ApiResponse } from './read-result.ts';
import type { Size } from './settings.ts';

interface OrderMore {
  readonly model: string | undefined;
  readonly size: Size;
  readonly values?: Values;
  /** The idempotency key. */
  readonly key: string | undefined;
  /** The form of the body, if it is not that of the profile. */
  readonly body?: 'form' | 'json' | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** How the server is asked for this operation. The check at the start has seen that it can be. */
function operationOf({ profile }: Api, operation: RenderTask['operation']): ProfileOperation {
  return (profile.operations as Readonly<Record<string, ProfileOperation>>)[operation] as ProfileOperation;
}

/** What the customer wrote. */
export const textsOf = ({ prompt, negativePrompt = '' }: RenderTask): readonly string[] => [
  prompt,
  negativePrompt,
];

/** Where a job of this operation is asked for by its `{id}`. */
export function jobOf(api: Api, { operation }: RenderTask, model: string | undefined): string | undefined {
  const { job } = operationOf(api, operation);
  return job && filled(job, { model, id: '{id}' });
}

/** Orders what the task needs, in the size that the model supports, as the profile says. */
export async function order(
  api: Api,
  task: RenderTask,
  { model, size, values, body, ...call }: OrderMore,
): Promise<ApiResponse> {
  const { path, headers, fields, optional, file, ...operation } = operationOf(api, task.operation);
  const png = 'initImage' in task ? await encodePng(await fitImage(task.initImage, size)) : undefined;
  const base64 = png && Buffer.from(png).toString('base64');
  const image = base64 && `data:image/png;base64,${base64}`;
  const { prompt, negativePrompt, seed } = task;
  const shape = { ...size, aspect: aspectOf(size), lines: linesOf(size), thousands: thousandsOf(size) };
  return api.create(filled(path, { model }), {
    ...call,
    hide: textsOf(task),
    headers,
    fields: filledFields(fields, { model, prompt, negativePrompt, seed, ...shape, image, base64, ...values }),
    optional,
    asJson: (body ?? operation.body) === 'json',
    ...(file !== undefined && png !== undefined && { file: { name: file, png } }),
  });
}
