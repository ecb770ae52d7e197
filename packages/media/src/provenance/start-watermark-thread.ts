import { Worker } from 'node:worker_threads';
import type { Pixels } from '@kinora/watermark/draw-canvas';
import type { readWatermark } from './read-watermark.ts';
import type { WatermarkParameters, watermarkPng } from './watermark-png.ts';
import type { WatermarkRequest, WatermarkResponse } from './watermark-thread.ts';

/** Adds and reads watermarks off the event loop, which an image of 4096x4096 would block for a third of a second. */
export interface WatermarkThread {
  readonly watermarkPng: typeof watermarkPng;
  readonly readWatermark: typeof readWatermark;
  /** Pending calls are rejected. */
  close(): Promise<void>;
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts one thread, which handles one image at a time and keeps the process alive only while a call is pending. */
export function startWatermarkThread(): WatermarkThread {
  const thread = new Worker(new URL('./watermark-thread.ts', import.meta.url));
  const pending = new Map<number, Pending>();
  let requests = 0;
  let ended: Error | undefined;
  const end = (error: Error): void => {
    ended ??= error;
    for (const { reject } of pending.values()) reject(ended);
    pending.clear();
  };
  thread.on('error', end);
  thread.on('exit', () => end(new Error('the watermark thread has ended')));
  thread.on('message', (response: WatermarkResponse) => {
    const call = pending.get(response.id);
    pending.delete(response.id);
    if (pending.size === 0) thread.unref();
    if ('error' in response) call?.reject(response.error);
    else call?.resolve(response.value as never);
  });
  thread.unref();

  function send<Value>(request: (id: number) => WatermarkRequest): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (ended !== undefined) return reject(ended);
      const id = requests++;
      pending.set(id, { resolve, reject });
      thread.ref();
      thread.postMessage(request(id));
    });
  }

  return {
    watermarkPng: (image: Uint8Array | Pixels, parameters: WatermarkParameters) =>
      send((id) => ({ id, kind: 'watermark', image, parameters })),
    readWatermark: (bytes: Uint8Array, chipKey: Uint8Array) =>
      send((id) => ({ id, kind: 'read', bytes, chipKey })),
    async close() {
      await thread.terminate();
    },
  };
}
