import { type RenderOperation, renderOperations, type Size, seedMax } from '@kinora/contract';
import type { EngineCapability, RenderTask } from '@kinora/engine/engine';
import { encodePng } from '@kinora/media/encode-png';
import { longerSide, type SoldModel } from './sold-models.ts';

/** What is rendered to see whether a renderer can, and how fast: the size that most people order, or the smallest. */
export const probeSizes = ['default', 'smallest'] as const;
export type ProbeSize = (typeof probeSizes)[number];

export interface Probe {
  readonly operation: RenderOperation;
  readonly model: SoldModel;
  readonly size: Size;
  readonly smallest: Size;
}

/** What is sold of a model, in the plural. */
export const unitOf = ({ medium }: SoldModel): string => (medium === 'image' ? 'images' : 'seconds of video');

/** One for each operation of each model that is sold and can be rendered; the operations in their usual order. */
export function probesOf(
  sold: readonly SoldModel[],
  capabilities: readonly EngineCapability[],
  which: ProbeSize,
): Probe[] {
  return sold.flatMap((model) =>
    renderOperations
      .filter((operation) => model.operations.includes(operation))
      .flatMap((operation) => {
        const able = capabilities.find((each) => each.model === model.id && each.operation === operation);
        const sizes = able === undefined ? [] : sizesUpTo(model, able.longestSide);
        const smallest = sizes.toSorted((a, b) => pixelsOf(a) - pixelsOf(b))[0];
        if (smallest === undefined) return [];
        // The default size is the first, if it can be rendered.
        const size = which === 'smallest' ? smallest : (sizes[0] ?? smallest);
        return [{ operation, model, size, smallest }];
      }),
  );
}

const pixelsOf = ({ width, height }: Size): number => width * height;

function sizesUpTo({ defaultSize, sizes, grid }: SoldModel, longestSide: number): Size[] {
  const square = grid && { width: grid.minSide, height: grid.minSide };
  return [defaultSize, ...sizes, ...(square ? [square] : [])].filter(
    (size) => longerSide(size) <= longestSide,
  );
}

/** Neither still nor silent, nor of one colour: the check of results finds those. */
const PROMPT =
  'a lighthouse on a cliff above a stormy sea, waves that break on the rocks, gulls, warm evening light';

/** The task of a probe. Its seed is new each time, because some renderers keep what they have rendered. */
export async function taskOf({ operation, model }: Probe, size: Size): Promise<RenderTask> {
  const seed = Math.floor(Math.random() * seedMax);
  const output = { model: model.id, prompt: PROMPT, seed, ...size };
  if (operation === 'image') return { operation, ...output };
  if (operation === 'i2i') return { operation, ...output, initImage: await drawUpload(size) };
  if (operation === 'upscale' || operation === 'upscale_pro')
    return { operation, ...output, initImage: await drawUpload(halfOf(size)) };
  const {
    shortestSeconds = 1,
    framesPerSecond = 24,
    frameStep: step = 1,
    sound = false,
  } = model.length ?? {};
  const frames = Math.max(1, Math.round((shortestSeconds * framesPerSecond) / step)) * step + 1;
  const video = { ...output, frames, framesPerSecond, sound };
  return operation === 'video'
    ? { operation, ...video }
    : { operation, ...video, initImage: await drawUpload(size) };
}

const halfOf = ({ width, height }: Size): Size => ({
  width: Math.ceil(width / 2),
  height: Math.ceil(height / 2),
});

/** Stands for what a customer uploads: a sun in an evening sky above hills. */
function drawUpload({ width, height }: Size): Promise<Uint8Array> {
  const data = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) data.set(colourAt(x / width, y / height), 3 * (y * width + x));
  }
  return encodePng({ width, height, channels: 3, data });
}

function colourAt(x: number, y: number): readonly [number, number, number] {
  if (y > 0.7 + 0.12 * Math.sin(7 * x)) return [34, 70 + 60 * x, 48];
  if (Math.hypot(x - 0.7, y - 0.4) < 0.09) return [255, 241, 196];
  return [40 + 200 * y, 70 + 110 * y, 120 + 20 * y];
}
