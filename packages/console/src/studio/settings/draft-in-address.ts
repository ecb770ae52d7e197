import { framesMax, framesPerSecond, type JobType, jobTypes, type Size } from '@kinora/contract';
import { WANTED_LENGTH } from '../../pricing/wanted.ts';
import { type Draft, newDraft, operationOf, sizeClassOf, sizesOf } from './draft.ts';
import { nearestShape } from './shape.ts';

/** Settings of the draft, with the operation that they are of. */
export type AskedDraft = Partial<Draft> & Pick<Draft, 'operation'>;

/** An order of a model, paid from the balance, as the page of prices links to it; undefined if the address has none. */
export function orderInAddress(query: URLSearchParams): AskedDraft | undefined {
  const kind = query.get('kind');
  const model = query.get('model');
  const pixels = sizeIn(query.get('size'));
  if ((kind !== 'image' && kind !== 'video') || model === null || pixels === undefined) return undefined;
  const seconds = Number(query.get('seconds'));
  return {
    operation: kind,
    payWith: 'balance',
    models: { [kind]: model },
    pixels,
    shape: nearestShape(pixels),
    size: sizeClassOf(kind, pixels),
    // A model renders its own; a type has it as a choice.
    sound: kind === 'video',
    ...(seconds > 0 && { seconds, length: Math.round(seconds * framesPerSecond) + 1 }),
  };
}

function sizeIn(text: string | null): Size | undefined {
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(text ?? '') ?? [];
  return width === undefined || height === undefined
    ? undefined
    : { width: Number(width), height: Number(height) };
}

/** The settings that a lock kept from being chosen, by its name of `pricing/wanted.ts`. */
export function wantedInAddress(wanted: string | null): AskedDraft | undefined {
  if (wanted === null) return undefined;
  if (wanted === WANTED_LENGTH) return { operation: 'video', length: framesMax };
  const [, kind, id] = /^model-(image|video)-(.+)$/.exec(wanted) ?? [];
  if ((kind === 'image' || kind === 'video') && id !== undefined) {
    return { operation: kind, payWith: 'balance', models: { [kind]: id } };
  }
  const [type, side] = wanted.split('-');
  if (!isJobType(type)) return undefined;
  const operation = operationOf(type);
  const size = sizesOf(operation).find((one) => String(one) === side);
  return {
    operation,
    payWith: 'credits',
    sound: type.endsWith('_av'),
    factor: type === 'upscale_pro' ? 4 : newDraft.factor,
    ...(size !== undefined && { size }),
  };
}

const isJobType = (name: string | undefined): name is JobType =>
  (jobTypes as readonly string[]).includes(name ?? '');
