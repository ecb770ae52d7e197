import { parentPort } from 'node:worker_threads';
import { assert } from '@kinora/contract';
import { type MarkOrder, markPng } from './mark-png.ts';
import { readMark } from './read-mark.ts';

/** The entry point of the watermark thread, started by `start-watermark-thread.ts`. */

export type WatermarkRequest =
  | { readonly id: number; readonly kind: 'mark'; readonly bytes: Uint8Array; readonly order: MarkOrder }
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
  return request.kind === 'mark'
    ? markPng(request.bytes, request.order)
    : readMark(request.bytes, request.chipKey);
}
