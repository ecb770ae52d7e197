import { parentPort } from 'node:worker_threads';
import { assert } from '@kinora/contract';
import type { Pixels } from '@kinora/watermark/draw-canvas';
import { readWatermark } from './read-watermark.ts';
import { type WatermarkParameters, watermarkPng } from './watermark-png.ts';

/** The entry point of the watermark thread, started by `start-watermark-thread.ts`. */

export type WatermarkRequest =
  | {
      readonly id: number;
      readonly kind: 'watermark';
      readonly image: Uint8Array | Pixels;
      readonly parameters: WatermarkParameters;
    }
  | { readonly id: number; readonly kind: 'read'; readonly bytes: Uint8Array; readonly chipKey: Uint8Array };

export type WatermarkResponse =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: unknown };

assert(parentPort !== null, 'the watermark thread is started as a thread');
const port = parentPort;
// One after the other: two images at once would take twice the memory and finish no earlier.
let last = Promise.resolve();
port.on('message', (request: WatermarkRequest) => {
  last = last.then(async () => {
    const response: WatermarkResponse = await work(request).then(
      (value) => ({ id: request.id, value }),
      (error) => ({ id: request.id, error }),
    );
    port.postMessage(response);
  });
});

function work(request: WatermarkRequest): Promise<unknown> {
  return request.kind === 'watermark'
    ? watermarkPng(request.image, request.parameters)
    : readWatermark(request.bytes, request.chipKey);
}
